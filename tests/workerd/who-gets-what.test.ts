import { beforeAll, expect, test } from "vitest";
import { allCalls, type Call } from "../hostile/calls";
import { type Row, table, type VisitorKind, visitors } from "../specification/who-gets-what";
import { Visitor } from "../support/visitor";
import { createVisitors, type Visitors } from "../support/visitors";

let everyone: Visitors;
beforeAll(async () => {
  everyone = await createVisitors();
});

/** The body of a call with empty fields, in the format that it accepts. */
function empty({ method, body }: Call): RequestInit {
  if (method === "GET" || method === "HEAD") return {};
  const type = body === "json" ? "application/json" : "application/x-www-form-urlencoded";
  return { headers: { "Content-Type": type }, body: body === "json" ? "{}" : "" };
}

/** The status, and the target of a redirect. */
async function answer(call: Call, kind: VisitorKind): Promise<string> {
  const path = everyone.address(call.path, call.method);
  const { headers, ...init } = empty(call);
  const reply = await new Visitor().send(path, {
    method: call.method,
    ...init,
    headers: {
      ...headers,
      Cookie: everyone.cookies[kind],
      ...(kind === "token" && { Authorization: `Bearer ${everyone.token}` }),
    },
  });
  await reply.arrayBuffer();
  // These answer everybody in the same way.
  const shared = /^\/site(map.xml|.webmanifest)$/.test(path) && reply.status === 200;
  // The browser itself keeps it, and asks each time whether it has changed.
  const isWorker = path === "/sw.js" && reply.status === 200;
  const cachePattern = shared ? /^public/ : isWorker ? /^no-cache$/ : /no-store|private/;
  expect([path, reply.headers.get("Cache-Control")]).toEqual([
    path,
    expect.stringMatching(cachePattern),
  ]);
  const to = reply.headers
    .get("Location")
    ?.replace(/\?.*/, "")
    .replace(everyone.submissionId, ":submissionId");
  return to ? `${reply.status} ${to}` : String(reply.status);
}

const callName = ({ method, path }: Call) => `${method} ${path}`;
const calls = allCalls().filter(({ path }) => !path.endsWith(".data"));

test("every page and call has a row, and every row has a page or call", () => {
  expect(Object.keys(table).sort()).toEqual(calls.map(callName).sort());
});

test.each(Object.entries(table))(
  "%s answers each kind of visitor as its row says",
  async (name, row) => {
    const call = calls.find((candidate) => callName(candidate) === name);
    const actualRow: Partial<Row> = {};
    for (const kind of visitors) actualRow[kind] = call && (await answer(call, kind));
    expect(actualRow).toEqual(row);
  },
);

test("a token of an account never gets further than nobody with what it sends", () => {
  const rows = Object.entries(table).filter(([name]) => !/^(GET|HEAD) /.test(name));
  for (const [name, { nobody, token }] of rows)
    expect([name, token === nobody || token === "403"]).toEqual([name, true]);
});

test("what has no row is refused whoever sends it, by every method that changes something", async () => {
  const Cookie = Object.values(everyone.cookies).join("; ");
  const paths = [...new Set(calls.map(({ path }) => path))];
  const unlisted = paths.flatMap((path) =>
    ["POST", "PUT", "PATCH", "DELETE"].flatMap((method) =>
      table[`${method} ${path}`] ? [] : [{ method, path }],
    ),
  );
  for (const { method, path } of unlisted) {
    const address = everyone.address(path, method);
    const { status } = await new Visitor().send(address, { method, headers: { Cookie } });
    expect([method, path, status === 404 || status === 405]).toEqual([method, path, true]);
  }
});
