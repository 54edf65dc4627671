"""The clients, and what each of their pushes must come to."""

import sys
import typing


class Wanted(typing.NamedTuple):
    """What a push must come to."""

    status: int = 200
    reason: typing.Optional[str] = None
    # The ids of the findings of an accepted push, beyond those that all pushes of the client have.
    findings: frozenset = frozenset()
    # Headers that stand in its record, beyond those that all pushes of the client have.
    headers: dict = {}


FORM_URLENCODED = {"content-type": "application/x-www-form-urlencoded"}
EXPECTED = {
    "accepted": Wanted(),
    "concurrent": Wanted(),
    "no-provider-token": Wanted(403, "MissingProviderToken"),
    "collapse-id-too-long": Wanted(400, "BadCollapseId"),
    "empty-body": Wanted(400, "PayloadEmpty"),
    # Its token is unknown, and so is its app.
    "activity": Wanted(
        findings={"activity-adopted", "contract-not-declared"}, headers={"apns-push-type": "liveactivity"}
    ),
    "activity-collapse-id-too-long": Wanted(400, "BadCollapseId", headers={"apns-push-type": "liveactivity"}),
}
# What shipped clients write otherwise than Apple asks for, and neighbours of it that are refused.
VARIANTS = {
    "capital-bearer": Wanted(headers={"authorization": "Bearer eyJ…(redacted)"}),
    "basic-for-bearer": Wanted(403, "MissingProviderToken"),
    "iat-text": Wanted(findings={"iat-text"}),
    "iat-words": Wanted(403, "InvalidProviderToken"),
    "iat-fraction": Wanted(findings={"iat-fraction"}),
    "iat-list": Wanted(403, "InvalidProviderToken"),
    "der-signature": Wanted(findings={"der-signature"}),
    "der-signature-cut": Wanted(403, "InvalidProviderToken"),
    "es512": Wanted(findings={"alg-es512"}),
    "es512-over-sha256": Wanted(403, "InvalidProviderToken"),
    "es256-padded": Wanted(403, "InvalidProviderToken"),
    "no-push-type": Wanted(findings={"push-type-missing"}),
    "empty-push-type": Wanted(400, "InvalidPushType"),
    "form-urlencoded": Wanted(headers=FORM_URLENCODED),
}
EXPECTED |= VARIANTS
SINGLE = ["accepted", "no-provider-token", "collapse-id-too-long", "empty-body"]


class Client(typing.NamedTuple):
    """A script, and what is peculiar to the client in it."""

    command: list
    # The pushes that it sends one by one, before the concurrent ones.
    single: list = SINGLE
    concurrent: int = 20
    # Whether it waits for the one stream that a new connection allows; else it opens more connections.
    shares_connection: bool = True
    # Whether it sends a refused stream again; else its line says status 0, and the record knows nothing of it.
    repeats_refused: bool = True
    # What all its pushes have in the record: finding ids of accepted ones, and headers.
    findings: frozenset = frozenset()
    headers: dict = {}
    # A command that fails where the client cannot run, which is no failure; none for what scripts/setup installs.
    probe: typing.Optional[list] = None


CLIENTS = {
    # It always sends a token and a body.
    "aioapns": Client(
        [sys.executable, "aioapns_client.py"],
        single=["accepted", "collapse-id-too-long"],
        findings={"no-alpn"},
        headers={"host": "127.0.0.1"},
    ),
    "httpx": Client([sys.executable, "httpx_client.py"]),
    # It opens a connection for every push.
    "kalyke": Client(
        [sys.executable, "kalyke_client.py"],
        single=["accepted", "collapse-id-too-long", "activity", "activity-collapse-id-too-long"],
        shares_connection=False,
        findings={"iat-text"},
    ),
    # Its client is for one thread, so each thread has its own.
    "pyapns-client": Client(
        [sys.executable, "pyapns_client_client.py"],
        single=["accepted", "collapse-id-too-long"],
        shares_connection=False,
        findings={"iat-fraction", "push-type-missing"},
    ),
    # Forms that other clients send, among them some that cannot run here.
    "variants": Client([sys.executable, "variants_client.py"], list(VARIANTS), concurrent=0),
    "node": Client(["node", "node_client.mjs"]),
    # Its first provider token is signed as Pushy signs. A Java without a compiler cannot run the script.
    "jdk": Client(
        ["java", "jdk_client.java"],
        single=["der-signature", *SINGLE],
        probe=["java", "--add-modules", "jdk.compiler", "--version"],
    ),
    # It opens all its streams at once, before it has read how many are allowed.
    "nghttp": Client(["bash", "nghttp_client"], repeats_refused=False),
    "curl": Client(["bash", "curl_client"], shares_connection=False, headers=FORM_URLENCODED),
}
