"""CPU for each push and latency, beside nghttpd under the same load in the same run."""

import contextlib
import statistics

import live
from load import Load
from servers import Failed, Gateway, Nghttpd, cpu_by_thread, cpu_seconds, require

# connections: streams at once on each of them.
STREAMS = {1: 100, 4: 100, 64: 16, 1000: 2}
PERCENTILES = [50, 90, 99, 99.9]
SETTINGS = ["--set", "initialConcurrentStreams=1000"]


@contextlib.contextmanager
def both_servers(setup, kind=None):
    """The gateway, nghttpd and the load for both: alerts, or what `kind` makes of a folder and the gateway."""
    folder = setup.folder("push")
    options = kind.options(folder) if kind else []
    with contextlib.ExitStack() as stack:
        gateway = Gateway(setup.binary, folder, *SETTINGS, *options)
        stack.callback(gateway.stop)
        load = kind.load(folder, gateway) if kind else Load(folder, gateway.token())
        nghttpd = Nghttpd(gateway, load.paths[0])
        stack.callback(nghttpd.stop)
        yield gateway, nghttpd, load


def cost(server, load, count, connections, streams):
    """CPU seconds of each thread for `count` pushes; the gateway's include that all of them can be queried."""
    is_gateway = isinstance(server, Gateway)
    recorded = server.total() if is_gateway else 0
    before = cpu_by_thread(server.pid) or {"all": cpu_seconds(server.pid)}
    result = load.run(server, count, connections, streams)
    if is_gateway:
        found = server.total() - recorded
        require(found == count, f"{count} pushes were answered and {found} recorded")
    after = cpu_by_thread(server.pid) or {"all": cpu_seconds(server.pid)}
    return {name: seconds - before.get(name, 0) for name, seconds in after.items()}, result


def steady(server, load, count, connections, streams):
    """The same for one push, without opening connections: a run of one push for each of them tells what that costs."""
    opening, _ = cost(server, load, connections, connections, streams)
    whole, result = cost(server, load, count + connections, connections, streams)
    threads = {name: (seconds - opening.get(name, 0)) / count for name, seconds in whole.items()}
    cpu = sum(threads.values())
    require(cpu > 0, f"{count} pushes are too few to tell their cost from that of {connections} connections")
    return {"cpu": cpu, "threads": threads, "opening": sum(opening.values()) / connections, "result": result}


def again(setup, measure):
    """Measures; where a busy machine let handshakes time out, so that it failed, once more, and then once more."""
    for _ in range(2):
        try:
            return measure()
        except Failed as error:
            setup.say(f"once more, since {str(error)[:200]}")
    return measure()


def push(setup, kind=None):
    """Microseconds of CPU for a push at each number of connections, and their ratio to nghttpd's: medians of rounds.

    The rounds are short, since other tenants of a machine slow it down for seconds at a time.
    """
    rounds, count = (3, 20_000) if setup.quick else (15, 40_000)
    figures = {}
    with both_servers(setup, kind) as (gateway, nghttpd, load):
        for server in (gateway, nghttpd):
            load.run(server, count // 10, 4, 100)
        for connections, streams in setup.connections(STREAMS).items():
            setup.say(f"push: {connections} connections, {rounds} rounds of {count} pushes for each server")
            pairs = [
                [
                    again(setup, lambda: steady(server, load, count, connections, streams))
                    for server in (gateway, nghttpd)
                ]
                for _ in range(rounds)
            ]
            figures[f"{connections} connections"] = summary(pairs, count + connections)
    return figures


def activity(setup):
    """The same for updates of one Live Activity, each checked against the contract of its app."""
    return push(setup, live)


def summary(pairs, count):
    def median(side, key, scale):
        return round(statistics.median(pair[side][key] for pair in pairs) * scale, 3)

    threads = {
        f"CPU us in thread {name}": round(statistics.median(pair[0]["threads"].get(name, 0) for pair in pairs) * 1e6, 3)
        for name in pairs[0][0]["threads"]
    }
    ratios = [ours["cpu"] / theirs["cpu"] for ours, theirs in pairs]
    cpu = median(0, "cpu", 1e6)
    return {
        "ratio": round(statistics.median(ratios), 3),
        "ratio lowest": round(min(ratios), 3),
        "ratio highest": round(max(ratios), 3),
        "CPU us": cpu,
        "nghttpd CPU us": median(1, "cpu", 1e6),
        "pushes per CPU second": round(1e6 / cpu),
        "pushes per second": round(statistics.median(count / ours["result"].seconds for ours, _ in pairs)),
        "nghttpd pushes per second": round(statistics.median(count / other["result"].seconds for _, other in pairs)),
        **{name: value for name, value in threads.items() if value >= 0.01},
        "CPU us per connection": median(0, "opening", 1e6),
        "nghttpd CPU us per connection": median(1, "opening", 1e6),
    }


def latency(setup):
    """Microseconds until the answer, one push at a time on each connection: medians of the rounds' percentiles."""
    rounds, count = (1, 5_000) if setup.quick else (3, 40_000)
    figures = {}
    with both_servers(setup) as (gateway, nghttpd, load):
        for connections in setup.connections(STREAMS):
            setup.say(f"latency: {connections} connections, {rounds} rounds of {count} pushes for each server")
            results = [
                [again(setup, lambda: load.run(server, count, connections)) for server in (gateway, nghttpd)]
                for _ in range(rounds)
            ]
            figures[f"{connections} connections"] = {
                f"{prefix}p{percent} us": statistics.median(pair[side].percentile(percent) for pair in results)
                for side, prefix in enumerate(["", "nghttpd "])
                for percent in PERCENTILES
            }
    return figures
