import { Agent, request } from "node:http";

/** What wrangler's local proxy answers when it used a connection that was idle for too long. */
const PROXY_LOST_IT = "Your worker restarted mid-request";

/** A server's response: status, first `Set-Cookie`, body as text. */
interface Answer {
  status: number;
  cookie: string | undefined;
  body: string;
}

/**
 * A plain HTTP client over at most `connections` connections that stay open. Node's own module,
 * because fetch copies a body before it sends it.
 */
export function httpClient(base: string, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const sendRequest = (
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body?: Uint8Array | string,
  ): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const length = { "Content-Length": String(body === undefined ? 0 : Buffer.byteLength(body)) };
      const all = { ...headers, ...(method === "GET" ? {} : length) };
      const call = request(base + path, { agent, method, headers: all }, (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => {
          text += chunk;
        });
        response.on("error", reject);
        response.on("end", () => {
          const cookie = response.headers["set-cookie"]?.[0]?.split(";")[0];
          resolve({ status: response.statusCode ?? 0, cookie, body: text });
        });
      });
      call.on("error", reject);
      call.end(body);
    });
  const send: typeof sendRequest = async (...call) => {
    const answer = await sendRequest(...call);
    if (!answer.body.startsWith(PROXY_LOST_IT)) return answer;
    console.log(`${call[0]} asked once more: the local run's proxy lost its connection.`);
    return sendRequest(...call);
  };
  // A server drops idle connections; the next run on such a connection would start with a reset.
  return { send, hangUp: () => agent.destroy() };
}
export type HttpClient = ReturnType<typeof httpClient>;

/** Parses the response body as JSON. @throws Error with the body when the status is not 2xx. */
export function parseAnswer(answer: Answer): unknown {
  if (answer.status >= 200 && answer.status < 300) return JSON.parse(answer.body || "null");
  throw new Error(`HTTP status ${answer.status}: ${answer.body.slice(0, 300)}`);
}
