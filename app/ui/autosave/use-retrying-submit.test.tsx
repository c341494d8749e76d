import { JSDOM } from "jsdom";
import { useEffect, useRef } from "react";
import { createRoot } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { KEEP_MINE } from "~/forms/autosave/autosave-state";
import { useRetryingSubmit } from "./use-retrying-submit";

type Post = ReturnType<typeof useRetryingSubmit>;

let page: JSDOM;
beforeEach(() => {
  page = new JSDOM("<main></main>", { url: "https://portal.example/submit/music" });
  vi.stubGlobal("window", page.window);
  vi.stubGlobal("document", page.window.document);
  vi.stubGlobal("FormData", page.window.FormData);
});
afterEach(() => vi.unstubAllGlobals());

type Autosave = Parameters<typeof useRetryingSubmit>[1];

/** A form that hands out what posts it. */
function Step({ autosave, onReady }: { autosave: Autosave; onReady: (post: Post) => void }) {
  const form = useRef<HTMLFormElement>(null);
  const post = useRetryingSubmit(form, autosave, undefined);
  useEffect(() => onReady(post), [post, onReady]);
  return <form ref={form} />;
}

function draw(router: ReturnType<typeof createMemoryRouter>) {
  const main = page.window.document.querySelector("main");
  if (!main) throw new Error("There is no page");
  const root = createRoot(main);
  root.render(<RouterProvider router={router} future={{ v7_startTransition: true }} />);
  return root;
}

/** A form whose fields are saved. */
const savedForm = () => ({
  saveNow: async () => "saved" as const,
  token: "1",
  touch: () => undefined,
  hold: () => undefined,
});

/** A promise, and the function that resolves it. */
function createGate<T>() {
  let open: (value: T) => void = () => {};
  const promise = new Promise<T>((resolve) => {
    open = resolve;
  });
  return { promise, open };
}

test("what is posted while the answer to another post is on its way is posted, too", async () => {
  const saves: Promise<"saved">[] = [];
  const autosave = {
    ...savedForm(),
    saveNow: () => saves.shift() ?? Promise.resolve("saved" as const),
  };
  const ready = createGate<Post>();
  const intents: unknown[] = [];
  const firstAnswer = createGate<null>();
  const action = async ({ request }: { request: Request }) => {
    intents.push(new URLSearchParams(await request.text()).get("intent"));
    return intents.length === 1 ? firstAnswer.promise : null;
  };
  const element = <Step autosave={autosave} onReady={ready.open} />;
  const router = createMemoryRouter([{ path: "/", element, action }]);
  const root = draw(router);
  const post = await ready.promise;

  await post("next");
  await vi.waitFor(() => expect(intents).toEqual(["next"]));
  const save = createGate<"saved">();
  saves.push(save.promise);
  const second = post("again");
  firstAnswer.open(null);
  await vi.waitFor(() => expect(router.state.navigation.state).toBe("idle"));
  save.open("saved");
  await second;
  await vi.waitFor(() => expect(intents).toEqual(["next", "again"]));
  root.unmount();
});

test("a page that is pressed once more after its router has gone on posts to its own address", async () => {
  const autosave = savedForm();
  const ready = createGate<Post>();
  const posted: string[] = [];
  const action = async ({ request }: { request: Request }) => {
    posted.push(new URL(request.url).pathname + new URL(request.url).search);
    return null;
  };
  const element = <Step autosave={autosave} onReady={ready.open} />;
  const router = createMemoryRouter(
    [
      { path: "/music", element, action },
      { path: "/about", element: <p />, action },
    ],
    { initialEntries: ["/music?from=review"] },
  );
  const root = draw(router);
  const post = await ready.promise;
  await router.navigate("/about");
  await post("next");
  await vi.waitFor(() => expect(posted).toEqual(["/music?from=review"]));
  root.unmount();
});

test("Next that is pressed while a decision is on its way waits for the answer, and its version", async () => {
  const autosave = savedForm();
  const ready = createGate<Post>();
  const posted: unknown[] = [];
  const answer = createGate<null>();
  const action = async ({ request }: { request: Request }) => {
    const fields = new URLSearchParams(await request.text());
    posted.push([fields.get("intent"), fields.get("version")]);
    return posted.length === 1 ? answer.promise : null;
  };
  const element = <Step autosave={autosave} onReady={ready.open} />;
  const router = createMemoryRouter([{ path: "/", element, action }]);
  const root = draw(router);
  const post = await ready.promise;
  await post(KEEP_MINE);
  await vi.waitFor(() => expect(posted).toEqual([[KEEP_MINE, "1"]]));
  const next = post("next");
  autosave.token = "2";
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(posted).toHaveLength(1);
  answer.open(null);
  await next;
  await vi.waitFor(() => expect(posted.at(-1)).toEqual(["next", "2"]));
  root.unmount();
});
