// Node's own http2, on one session.
import { createPrivateKey, sign } from "node:crypto";
import { readFileSync } from "node:fs";
import { connect } from "node:http2";
import { env } from "node:process";

const payload = JSON.stringify({ aps: { alert: "Boarding starts" } });

function providerToken() {
  const encode = (part) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const claims = { iss: env.MOCK_APNS_TEAM_ID, iat: Math.floor(Date.now() / 1000) };
  const text = `${encode({ alg: "ES256", kid: env.MOCK_APNS_KEY_ID })}.${encode(claims)}`;
  const key = createPrivateKey(readFileSync(env.MOCK_APNS_KEY_FILE));
  return `${text}.${sign("sha256", text, { key, dsaEncoding: "ieee-p1363" }).toString("base64url")}`;
}

const session = connect(env.MOCK_APNS_PUSH_URL, { ca: readFileSync(env.MOCK_APNS_CA_FILE) });
session.on("error", (error) => {
  console.error(error.message);
  process.exit(1);
});

const base = {
  ":method": "POST",
  ":path": `/3/device/${env.DEVICE_TOKEN}`,
  authorization: `bearer ${providerToken()}`,
  "apns-topic": env.TOPIC,
  "apns-push-type": "alert",
};

function push(name, headers, body = payload) {
  return new Promise((resolve, reject) => {
    const stream = session.request(headers);
    let answer;
    let text = "";
    stream.setEncoding("utf8");
    stream.on("response", (fields) => (answer = fields));
    stream.on("data", (chunk) => (text += chunk));
    stream.on("error", reject);
    stream.on("end", () => {
      const reason = text ? JSON.parse(text).reason : null;
      console.log(JSON.stringify({ push: name, status: answer[":status"], reason, apnsId: answer["apns-id"] }));
      resolve();
    });
    stream.end(body);
  });
}

const { authorization, ...withoutToken } = base;
await push("accepted", base);
await push("no-provider-token", withoutToken);
await push("collapse-id-too-long", { ...base, "apns-collapse-id": "c".repeat(65) });
await push("empty-body", base, "");
await Promise.all(Array.from({ length: 20 }, () => push("concurrent", base)));
session.close();
