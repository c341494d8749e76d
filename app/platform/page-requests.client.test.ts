import { expect, test } from "vitest";
import { createConnection } from "./connection.client";
import { refreshRetriedPosts, withModuleRetries, withPageRetries } from "./page-requests.client";

const PAGE = new URL("https://portal.example/submit/music.data");
const OURS = { "X-Request-Id": "one", "X-Remix-Response": "yes" };
const page = (text: string) => new Response(text, { headers: OURS });
const cutReply = () =>
  new Response(new ReadableStream({ pull: (body) => body.error(new TypeError("network error")) }), {
    headers: OURS,
  });

/** A line that never keeps anybody waiting, on a device that may be offline. */
function line(isOnline = () => true) {
  const listeners = new Set<() => void>();
  const openedLine = createConnection({
    isOnline,
    schedule: (run, ms) => {
      if (ms < 15_000) queueMicrotask(run);
      return () => {};
    },
    onOnline: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onOffline: () => () => {},
    checkSite: async () => {},
  });
  const comeOnline = () => {
    for (const listener of [...listeners]) listener();
  };
  return { ...openedLine, comeOnline };
}

/** Sends a request whose tries are answered in turn. */
function send(answers: (() => Response)[], url: URL | string = PAGE, init?: RequestInit) {
  const bodies: unknown[] = [];
  const fetch = withPageRetries(async (_, { body } = {}) => {
    bodies.push(body?.toString());
    return answers.shift()?.() ?? Promise.reject(new TypeError("Failed to fetch"));
  }, line());
  return { bodies, answer: fetch(url, init) };
}

const post = (fields: Record<string, string>): RequestInit => ({
  method: "POST",
  body: new URLSearchParams(fields),
});

test.each<[string, () => Response]>([
  [
    "that cannot be sent",
    () => {
      throw new TypeError("Failed to fetch");
    },
  ],
  ["whose reply is cut off", cutReply],
  ["that a proxy answers with 503", () => new Response("Busy", { status: 503 })],
  ["that a sign-in page answers", () => new Response("<h1>Welcome aboard</h1>")],
  [
    "that the last resort of the edge answers",
    () => new Response("Oh", { status: 500, headers: { "X-Request-Id": "one" } }),
  ],
])("a page %s is asked for again, and comes whole", async (_, failure) => {
  const { answer, bodies } = send([failure, failure, () => page("here")]);
  expect(await (await answer).text()).toBe("here");
  expect(bodies).toHaveLength(3);
});

test.each([400, 409, 429, 500, 503])(
  "an answer of our own with status %i is final",
  async (status) => {
    const { answer, bodies } = send([() => new Response("said", { status, headers: OURS })]);
    const response = await answer;
    expect([response.status, await response.text(), bodies.length]).toEqual([status, "said", 1]);
  },
);

test("a refusal of the server is final", async () => {
  const { answer } = send([
    () => new Response("No", { status: 403, headers: { "X-Request-Id": "one" } }),
  ]);
  expect((await answer).status).toBe(403);
});

test("a post made again says what its form says by then; another form's does not", async () => {
  const stop = refreshRetriedPosts("/submit/music", async (postedForm) => {
    const newForm = new URLSearchParams({ title: "Dusk", version: "2" });
    newForm.set("intent", postedForm.get("intent") ?? "");
    return newForm;
  });
  const first = { title: "Dawn", version: "1", intent: "next" };
  const again = send([cutReply, () => page("saved")], PAGE, post(first));
  await again.answer;
  expect(again.bodies).toEqual([
    "title=Dawn&version=1&intent=next",
    "title=Dusk&version=2&intent=next",
  ]);
  const other = new URL("https://portal.example/submit/continue.data");
  const elsewhere = send([cutReply, () => page("saved")], other, post({ email: "a@b.co" }));
  await elsewhere.answer;
  expect(elsewhere.bodies).toEqual(["email=a%40b.co", "email=a%40b.co"]);
  stop();
  const late = send([cutReply, () => page("saved")], PAGE, post(first));
  await late.answer;
  expect(late.bodies[0]).toBe(late.bodies[1]);
});

test("requests other than for pages pass unchanged", async () => {
  for (const url of ["/api/health", new URL("https://portal.example/api/health")]) {
    const { answer, bodies } = send([], url);
    await expect(answer).rejects.toThrow("Failed to fetch");
    expect(bodies).toHaveLength(1);
  }
});

const AHEAD = new URL("https://portal.example/__manifest?p=%2F");

test("the route of a link is requested again when it is followed", async () => {
  const { signal } = new AbortController();
  const { answer } = send([cutReply, () => page("{}")], AHEAD, { signal });
  expect(await (await answer).text()).toBe("{}");
});

/** What is answered by now; "waiting" while nothing is. */
const byNow = (answer: Promise<Response>) => {
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(page("waiting")), 5));
  return Promise.race([answer, late]).then((response) => response.text());
};

test.each<[string, () => Response]>([
  ["cannot be sent", () => cutReply()],
  ["is answered by a proxy", () => new Response("Busy", { status: 503 })],
  ["is one too many", () => new Response("{}", { status: 429, headers: OURS })],
])("a look ahead that %s is no error, and is not repeated by itself", async (_, failure) => {
  const { answer, bodies } = send([failure, () => page("{}")], AHEAD);
  expect(await byNow(answer)).toBe("waiting");
  expect(bodies).toHaveLength(1);
  expect(await byNow(send([() => page("{}")], AHEAD).answer)).toBe("{}");
});

test("nothing is prefetched offline; once online, the latest request is sent", async () => {
  let online = false;
  const tunnel = line(() => online);
  const urls: string[] = [];
  const fetch = withPageRetries(async (url) => {
    urls.push(`${url}`);
    return page("{}");
  }, tunnel);
  const looks = ["%2F", "%2Fsubmit"].map((path) => fetch(new URL(`?p=${path}`, AHEAD)));
  for (const look of looks) expect(await byNow(look)).toBe("waiting");
  expect(urls).toEqual([]);
  online = true;
  tunnel.comeOnline();
  expect(await Promise.all(looks.map(byNow))).toEqual(["waiting", "{}"]);
  expect(urls).toEqual([`${new URL("?p=%2Fsubmit", AHEAD)}`]);
});

test("loaded modules are returned; others are reported as present, but not as keys", () => {
  const home = { default: () => null };
  const modules = withModuleRetries({ home });
  expect(modules.home).toBe(home);
  expect("home" in modules && modules.home).toBe(home);
  expect(modules.success).toBeUndefined();
  expect("success" in modules).toBe(true);
});
