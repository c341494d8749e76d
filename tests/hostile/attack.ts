import type { Call } from "./calls";
import { naughtyStrings } from "./naughty-strings";
import type { Random } from "./random";

/** A request as it goes over the wire. */
export interface Attack {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer;
  /** The announced content length, if it is a lie. */
  length?: number;
  /** Close the connection after the body without waiting for an answer. */
  hangUp: boolean;
  /** Interval in milliseconds at which one more byte is sent until there is an answer. */
  dripMs?: number;
}

/** What a request of a visitor needs: the cookie of a draft, and one of its uploads. */
export interface Own {
  cookie: string;
  uploadId: string;
}

const VERBS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"];
const BOUNDARY = "hostile-0123456789";

/** JSON values that no schema expects. */
const odd: readonly unknown[] = [
  ...[null, true, -1, 0.5, 1e308, [], {}, [[]], [null], { a: { b: [] } }],
  ...[JSON.parse('{"__proto__":{"x":1}}'), { length: 1e9 }, { toString: "x" }, Array(500).fill(0)],
];

const rawJson: readonly string[] = [
  ...["", "{", "[", '"', "nul", "{}", "[]", "null", "7", '"x"', "{'a':1}", '{"a":1,}', "\ufeff{}"],
  ...['{"__proto__":{"a":1}}', '{"constructor":{"prototype":{"a":1}}}', '{"a":1,"a":2}', "1e999"],
  ...["[".repeat(20_000), `${"[".repeat(20_000)}${"]".repeat(20_000)}`, '{"a":'.repeat(10_000)],
];

const types: readonly string[] = [
  ...[
    "",
    "application/json",
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
  ],
  ...["multipart/form-data; boundary=", `multipart/form-data; boundary="${"b".repeat(200)}"`],
  ...["application/json; charset=utf-16", "application/JSON", "image/png", "*/*", ";;;", "a/b; c"],
];

/** Headers that clients rarely send. */
const strangeHeaders: readonly Record<string, string>[] = [
  { Cookie: "draft=; draft=x; draft=%ZZ" },
  { Cookie: `draft=${"x".repeat(8_000)}` },
  { Cookie: "a=1;;;=;draft" },
  { Cookie: 'draft="\\"; $Version=1' },
  { Range: "bytes=0-0,2-3,-1" },
  { Range: "bytes=99999999999999999999-" },
  { Range: "lines=1-2", "If-Range": "x" },
  { "If-None-Match": "*", "If-Modified-Since": "never" },
  { "Content-Encoding": "gzip" },
  { "Accept-Encoding": "br;q=x, *" },
  { Accept: "x".repeat(2_000) },
  {
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Proto": "gopher",
    "X-Original-URL": "/api/jobs",
  },
  { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" },
  { Origin: "null" },
  { "X-HTTP-Method-Override": "DELETE", "Access-Control-Request-Method": "PUT" },
  { Authorization: `Bearer ${"x".repeat(500)}` },
  { Referer: "javascript:1", "User-Agent": "" },
  { "CF-Ray": "x".repeat(300) },
  { Expect: "100-continue" },
];

/** Encodes a text for a URL; lone surrogates cannot be encoded. */
const wellFormed = (text: string, maxLength: number) =>
  Buffer.from(text.slice(0, maxLength)).toString();

/** Fills the parameters of a path, mostly with values that may exist. */
function fillPath(path: string, ownValues: Own, random: Random): string {
  const value = () =>
    random.chance(0.4)
      ? encodeURIComponent(wellFormed(random.pick(naughtyStrings), 300))
      : random.pick([
          ownValues.uploadId,
          "1",
          "artist",
          "music",
          "about",
          "%5C:",
          "%ZZ",
          "%00",
          "..%2f",
        ]);
  return path.replace(/:\w+\+?|\*/g, () => value() || "x");
}

function query(names: readonly string[], random: Random): string {
  const chosenNames = names.filter(() => random.chance(0.8));
  const extraNames = random.chance(0.1) ? ["_data", "_routes", "index", "__proto__", "x[]"] : [];
  const pairs = [...chosenNames, ...extraNames].map((name) => {
    const text = wellFormed(random.pick(naughtyStrings), 1_000);
    return `${name}=${random.chance(0.1) ? "%ZZ" : encodeURIComponent(text)}`;
  });
  return pairs.length > 0 ? `?${pairs.join("&")}` : "";
}

/** The fields with some of them corrupted, left out, duplicated or renamed. */
function spoilt(fields: Record<string, unknown>, random: Random, isJson: boolean) {
  const pairs = Object.entries(fields).filter(() => !random.chance(0.05));
  const victim = pairs.length > 0 ? random.pick(pairs) : undefined;
  if (victim)
    victim[1] = isJson && random.chance(0.4) ? random.pick(odd) : random.pick(naughtyStrings);
  if (victim && random.chance(0.1)) pairs.push([victim[0], random.pick(naughtyStrings)]);
  if (random.chance(0.15)) pairs.push([random.pick(naughtyStrings), random.pick(naughtyStrings)]);
  return pairs;
}

function multipart(pairs: [string, unknown][], random: Random): Buffer {
  const parts = pairs.map(
    ([name, value]) =>
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  if (random.chance(0.6)) {
    const field = random.pick(["file", "tracks[0].file", "tracks[0].coverFile", "artwork", "x"]);
    const name = random.pick(naughtyStrings).slice(0, 2_000);
    const type = random.pick(["audio/wav", "image/jpeg", "", "x".repeat(300)]);
    const head = `Content-Disposition: form-data; name="${field}"; filename="${name}"`;
    const part = `--${BOUNDARY}\r\n${head}\r\nContent-Type: ${type}\r\n\r\nRIFF____WAVE\r\n`;
    parts.splice(random.chance(0.5) ? 0 : parts.length, 0, part);
  }
  if (random.chance(0.03)) parts.push(`--${BOUNDARY}\r\n${"X-A: b\r\n".repeat(5_000)}\r\n\r\n`);
  if (random.chance(0.03))
    parts.push(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n`.repeat(2_000),
    );
  return Buffer.from(`${parts.join("")}--${BOUNDARY}${random.chance(0.9) ? "--\r\n" : ""}`);
}

function createBody({ body, fields }: Call, random: Random): [type: string, body: Buffer] {
  switch (body) {
    case "none":
      return ["", Buffer.alloc(0)];
    case "bytes":
      return ["application/octet-stream", Buffer.alloc(random.pick([0, 1, 1000, 70_000]))];
    case "json": {
      const text = random.chance(0.15)
        ? random.pick(rawJson)
        : JSON.stringify(Object.fromEntries(spoilt(fields, random, true)));
      return ["application/json", Buffer.from(text)];
    }
    case "multipart":
      return [
        `multipart/form-data; boundary=${BOUNDARY}`,
        multipart(spoilt(fields, random, false), random),
      ];
    case "form": {
      const pairs = spoilt(fields, random, false).map(([name, value]) => [name, String(value)]);
      const text = random.chance(0.05)
        ? random.pick(naughtyStrings)
        : `${new URLSearchParams(pairs)}`;
      return ["application/x-www-form-urlencoded", Buffer.from(text)];
    }
  }
}

/** A hostile request to a call: its fields are corrupted, and sometimes everything else. */
export function createAttack(call: Call, ownValues: Own, random: Random): Attack {
  const path = fillPath(call.path, ownValues, random) + query(Object.keys(call.query), random);
  let [type, body] = createBody(call, random);
  let { method } = call;
  const headers: Record<string, string> = random.chance(0.85) ? { Cookie: ownValues.cookie } : {};
  if (random.chance(0.08)) method = random.pick(VERBS);
  if (random.chance(0.06)) type = random.pick(types);
  if (random.chance(0.04))
    body = Buffer.from(Array.from({ length: 400 }, (_, index) => (index * 37) % 256));
  if (random.chance(0.12)) Object.assign(headers, random.pick(strangeHeaders));
  if (type) headers["Content-Type"] = type;
  const attack: Attack = { method, path, headers, body, hangUp: false };
  if (body.length > 1 && random.chance(0.05))
    return { ...attack, length: body.length + random.pick([1, 1_000, 1e9]), hangUp: true };
  if (body.length > 1 && random.chance(0.03)) return { ...attack, length: body.length - 1 };
  return attack;
}
