import { connect } from "node:net";
import type { Attack } from "./attack";
import { type Answer, PATIENCE_MS } from "./judge";

function unchunk(text: string): string | undefined {
  let rest = text;
  let body = "";
  for (;;) {
    const line = rest.indexOf("\r\n");
    const size = Number.parseInt(rest.slice(0, line), 16);
    if (line < 0 || Number.isNaN(size)) return undefined;
    if (size === 0) return body;
    if (rest.length < line + 2 + size) return undefined;
    body += rest.slice(line + 2, line + 2 + size);
    rest = rest.slice(line + 4 + size);
  }
}

function readAnswer(text: string, method: string): Omit<Answer, "ms"> | undefined {
  const end = text.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const [first = "", ...lines] = text.slice(0, end).split("\r\n");
  const status = Number(first.split(" ")[1]);
  const rest = text.slice(end + 4);
  if (status === 100) return readAnswer(rest, method);
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  if (method === "HEAD" || status === 204 || status === 304) return { status, headers, body: "" };
  const length = headers["content-length"];
  const body = length === undefined ? unchunk(rest) : rest.slice(0, Number(length));
  const isComplete = length === undefined ? body !== undefined : rest.length >= Number(length);
  return isComplete && body !== undefined ? { status, headers, body } : undefined;
}

/**
 * Sends a request unchanged over a new socket.
 * @returns the answer; undefined when the request closes the connection, or is cut off before an answer.
 * @throws Error when nothing came in time.
 */
export function send(url: URL, attack: Attack, address: string): Promise<Answer | undefined> {
  const { method, path, body, hangUp, dripMs, length = body.length } = attack;
  const headers: Record<string, string> = {
    Host: url.host,
    "CF-Connecting-IP": address,
    ...(method === "GET" && body.length === 0 ? {} : { "Content-Length": String(length) }),
    ...attack.headers,
  };
  const lines = Object.entries(headers).map(([name, text]) => `${name}: ${text}`);
  return new Promise((resolve, reject) => {
    const startedAt = Date.now();
    const chunks: Buffer[] = [];
    const socket = connect(Number(url.port), url.hostname);
    const finish = (act: () => void) => {
      clearTimeout(timer);
      clearInterval(drip);
      socket.destroy();
      act();
    };
    const timer = setTimeout(
      () => finish(() => reject(new Error("no answer"))),
      PATIENCE_MS + 2_000,
    );
    const drip = dripMs && setInterval(() => socket.write("x"), dripMs);
    const checkAnswer = () => {
      const answer = readAnswer(Buffer.concat(chunks).toString("latin1"), method);
      const ms = Date.now() - startedAt;
      if (!answer) return false;
      const utf8 = Buffer.from(answer.body, "latin1").toString();
      finish(() => resolve({ ...answer, body: utf8, ms }));
      return true;
    };
    socket.on("data", (bytes) => {
      chunks.push(bytes);
      checkAnswer();
    });
    socket.on("error", () => checkAnswer() || finish(() => resolve(undefined)));
    socket.on("close", () => checkAnswer() || finish(() => resolve(undefined)));
    socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
    socket.write(body, () => {
      if (hangUp) setTimeout(() => finish(() => resolve(undefined)), 20);
    });
  });
}
