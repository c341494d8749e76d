import { expect, test } from "vitest";
import { MAX_VIEW_NAME, MAX_VIEWS } from "~/domain/review/saved-view";
import { staffMember } from "../support/accounts";
import { openStoreReader } from "../support/app-stores";
import { pageText, parsePage, unescapeHtml } from "../support/page-parts";
import { Visitor } from "../support/visitor";
import { addWaiting } from "../support/waiting-submissions";

/* What the desk says to the server, and what its pages offer without script. */

const store = openStoreReader();
const pagePath = (id = "") => `/staff/submissions/${id}`;
const read = async (visitor: Visitor, path: string) =>
  unescapeHtml(await (await visitor.send(path)).text());
/** A name that no other entry has, and its filter. */
function list(name: string) {
  const word = `${name} ${crypto.randomUUID().slice(0, 8)}`;
  return { word, query: new URLSearchParams({ q: word }).toString() };
}
const findItem = async (id = "") => {
  const [item] = await store.rows(
    "SELECT status, snoozed_until AS until, rating FROM review_items WHERE id = ?",
    id,
  );
  return item;
};
const whereTo = (reply: Response) => [reply.status, reply.headers.get("Location")];

interface Told {
  of?: string;
  others: { name: string; itemId: string | null }[];
  next?: { name: string; path: string };
}
const tell = async (visitor: Visitor, item: string, query = ""): Promise<Told> =>
  (await visitor.post("/staff/presence", { item, query })).json();

test("who looks at an entry is told who looks at others, and is kept another next one than they are", async () => {
  const { word, query } = list("Presence");
  const [first, second, third, fourth] = await addWaiting(4, word);
  const [ada, bo] = [await staffMember(`Ada ${word}`), await staffMember(`Bo ${word}`)];
  await read(ada, `/staff?${query}`);
  const own = await tell(ada, first?.id ?? "", query);
  expect([own.of, own.next]).toEqual([
    first?.id,
    { name: `${word} 2: Night Ferry`, path: `${pagePath(second?.id)}?${query}` },
  ]);
  const other = await tell(bo, third?.id ?? "", query);
  expect(other.others).toContainEqual({ name: `Ada ${word}`, itemId: first?.id });
  expect(other.next?.path).toBe(`${pagePath(fourth?.id)}?${query}`);
  expect((await tell(ada, first?.id ?? "", query)).others).toContainEqual({
    name: `Bo ${word}`,
    itemId: third?.id,
  });
});

test("who is on the list looks at no entry, and an entry that is not there is none", async () => {
  const { word } = list("On the list");
  const [ada, bo] = [await staffMember(`Ada ${word}`), await staffMember(`Bo ${word}`)];
  for (const item of ["", "nope", "x".repeat(5_000)]) {
    const told = await tell(ada, item, "view=%00&sort=none");
    expect([item.length, told.of, told.next]).toEqual([item.length, undefined, undefined]);
    expect((await tell(bo, "")).others).toContainEqual({ name: `Ada ${word}`, itemId: null });
  }
});

test("who is no staff any more is told of nobody, and keeps the page with what is typed", async () => {
  const reply = await new Visitor().post("/staff/presence", { item: "x" });
  expect([reply.status, await reply.json()]).toEqual([200, { others: [] }]);
});

test("a filter is kept under a name in the list of views, and given up again", async () => {
  const { word } = list("Views");
  const staff = await staffMember(word);
  const save = (name: string, query: string) =>
    staff.post("/staff/views", { intent: "save", name, query });
  // The address of a page of it becomes that of the filter.
  const saved = await save("  Loud   folk ", "genre=Folk&after=02026~S&evil=1&findings=1");
  const path = "/staff?genre=Folk&findings=1";
  expect(whereTo(saved)).toEqual([302, path]);
  const html = await read(staff, path);
  expect(html).toMatch(/<a[^>]*aria-current="true"[^>]*>Loud folk</);
  expect(html).toContain("Remove this view");
  expect(await read(await staffMember(`Bo ${word}`), path)).not.toContain("Loud folk");
  await save("Loud folk", "genre=Jazz");
  expect(parsePage(await read(staff, "/staff")).links).toContain("/staff?genre=Jazz");
  const [row] = await store.rows("SELECT id FROM staff_views WHERE name = 'Loud folk'");
  const view = String(row?.id);
  const stranger = await staffMember(`Kim ${word}`);
  await stranger.post("/staff/views", { intent: "remove", view });
  expect(await read(staff, "/staff")).toContain("Loud folk");
  const removed = await staff.post("/staff/views", { intent: "remove", view, query: "genre=Jazz" });
  expect(whereTo(removed)).toEqual([302, "/staff?genre=Jazz"]);
  expect(await read(staff, "/staff")).not.toContain("Loud folk");
});

test.each([
  ["no name", { intent: "save", name: "  ", query: "genre=Folk" }, "Give the view a name."],
  [
    "a long name",
    { intent: "save", name: "x".repeat(MAX_VIEW_NAME + 1), query: "genre=Folk" },
    "at most 40 characters",
  ],
  ["no filter", { intent: "save", name: "All", query: "view=" }, "Set a filter first"],
  ["another button", { intent: "rename", name: "All" }, "doesn't have that button"],
])("a view with %s is refused", async (_, fields, text) => {
  const staff = await staffMember("Vera Views");
  const reply = await staff.post("/staff/views", fields);
  expect([reply.status, await reply.text()]).toEqual([400, expect.stringContaining(text)]);
  expect(await store.rows("SELECT id FROM staff_views WHERE name IN ('', 'All')")).toEqual([]);
});

test("nobody keeps more views than fit beside the list", async () => {
  const staff = await staffMember(list("Many views").word);
  const save = async (index: number) =>
    (await staff.post("/staff/views", { intent: "save", name: `V${index}`, query: "mine=1" }))
      .status;
  for (let index = 0; index < MAX_VIEWS; index++) expect(await save(index)).toBe(302);
  expect([await save(MAX_VIEWS), await save(0)]).toEqual([409, 302]);
});

/** Presses a button of an entry's page. @param form the form as a query. */
const press = (visitor: Visitor, path: string, form: string) =>
  visitor.post(path, Object.fromEntries(new URLSearchParams(form)));

test("a decision opens the next free entry of the same list, at its own place and tab", async () => {
  const { word, query } = list("Next one");
  const [first, second, , fourth] = await addWaiting(4, word);
  const [ada, bo] = [await staffMember(`Ada ${word}`), await staffMember(`Bo ${word}`)];
  await read(bo, `/staff?${query}`);
  // The third is kept for whoever looks at the second.
  await tell(bo, second?.id ?? "", query);
  const path = `${pagePath(first?.id)}?${query}&after=02026-01-01~X&tab=files&said=noted`;
  const decided = await press(ada, path, "intent=set&status=approved&revision=1&then=next");
  expect(whereTo(decided)).toEqual([302, `${pagePath(fourth?.id)}?${query}&after=02026-01-01~X`]);
  expect((await findItem(first?.id))?.status).toBe("approved");
});

test("a decision in the background answers that it is done, or why not, and leads nowhere", async () => {
  const { word } = list("Background");
  const [entry] = await addWaiting(1, word);
  const staff = await staffMember(word);
  const path = `${pagePath(entry?.id)}.data`;
  const post = async (form: string) => {
    const reply = await press(staff, path, `revision=1&then=stay&${form}`);
    return [reply.status, await reply.text()];
  };
  expect(await post("intent=set&status=rejected&reason=")).toEqual([
    400,
    expect.stringContaining("A rejection needs a reason."),
  ]);
  expect(await post("intent=set&status=rejected&reason=No")).toEqual([
    200,
    expect.stringContaining("isDone"),
  ]);
  expect(await post("intent=set&status=approved")).toEqual([
    409,
    expect.stringContaining("Nothing else was changed or sent"),
  ]);
  expect((await findItem(entry?.id))?.status).toBe("rejected");
});

test("an entry keeps its list, with the page of it, and its tab", async () => {
  const { word } = list("Kept");
  const [entry] = await addWaiting(1, word);
  const staff = await staffMember(word);
  const kept = "genre=Folk&mine=1&after=02026-01-01~X";
  const html = await read(staff, `${pagePath(entry?.id)}?${kept}&tab=history&evil=1&before=%0A`);
  const { links, forms } = parsePage(html);
  expect(links).toContain(`/staff?${kept}`);
  const own = new RegExp(`^${pagePath(entry?.id)}\\?genre=Folk&mine=1&after=02026-01-01~X&at=`);
  const actions = forms.map(({ action }) => action).filter((action) => own.test(action));
  expect(actions.length).toBeGreaterThan(5);
  expect(actions.every((action) => action.includes("&tab=history"))).toBe(true);
  const tab = links.find((link) => link.includes("&tab=files")) ?? "";
  expect([tab.match(/tab=/g)?.length, own.test(tab)]).toEqual([1, true]);
  const noted = await press(staff, actions[0] ?? "", "intent=note&note=Kept");
  expect(noted.headers.get("Location")).toMatch(/&tab=history&said=noted$/);
});

test("each part of an entry is on a page of its own, the first where none is named", async () => {
  const { word } = list("Tabs");
  const [entry] = await addWaiting(1, word);
  const staff = await staffMember(word);
  const path = pagePath(entry?.id);
  await press(staff, path, "intent=set&status=approved&reason=Too+wide&revision=1");
  const parts = [
    ["details", "<h3>Artist</h3>"],
    ["files", "Download package"],
    ["history", `, by ${word}`],
    ["mails", "Yes, we want to release it"],
    ["artist", "Note for the artist"],
  ] as const;
  const shown = async (query: string) => {
    const html = (await read(staff, path + query)).replace(/<script.*?<\/script>/gs, "");
    return parts.filter(([, text]) => html.includes(text)).map(([tab]) => tab);
  };
  for (const [tab] of parts) expect(await shown(`?tab=${tab}`)).toEqual([tab]);
  expect([await shown(""), await shown("?tab=none")]).toEqual([["details"], ["details"]]);
  const counted = async () => {
    const html = await read(staff, path);
    const [nav = ""] = /<nav aria-label="Parts of the entry".*?<\/nav>/s.exec(html) ?? [];
    const [, below = ""] = html.split(nav);
    return { text: pageText(nav), lines: below.split("</article>")[0]?.match(/<dt/g)?.length };
  };
  const { text, lines } = await counted();
  expect(lines).toBeGreaterThan(0);
  expect(text).toMatch(new RegExp(`^Details ${lines} Files 0 History 2 .* For the artist 0$`));
  await press(staff, path, "intent=artist-note&artistNote=Well+done&seen=");
  expect((await counted()).text).toMatch(/ For the artist 1$/);
});

test("without script a press of a decision opens its reasons and its mail on the page", async () => {
  const { word } = list("Decide");
  const [entry] = await addWaiting(1, word);
  const staff = await staffMember(word);
  const path = pagePath(entry?.id);
  const page = parsePage(await read(staff, path));
  const links = page.links.filter((link) => link.includes("&decide="));
  expect(links.every((link) => link.endsWith("#decide"))).toBe(true);
  const choices = links.map((link) => new URL(link, "http://x").searchParams.get("decide"));
  expect(choices.slice(0, 3)).toEqual(["approved", "changes", "rejected"]);
  expect(page.ids.has("decide")).toBe(false);
  const open = async (choice: string) => {
    const html = await read(staff, `${path}?decide=${choice}`);
    const [pane = ""] = /<form[^>]*id="decide".*?<\/form>/s.exec(html) ?? [];
    return {
      pane,
      text: pageText(pane),
      kind: /type="(\w+)"[^>]*name="savedReason"|name="savedReason"[^>]*type="(\w+)"/.exec(pane),
      intent: /value="(set|ask-changes)"/.exec(pane)?.[1],
    };
  };
  const rejection = await open("rejected");
  expect(rejection.text).toContain("Your submission was not approved");
  expect([rejection.kind?.slice(1).find(Boolean), rejection.intent]).toEqual(["radio", "set"]);
  const changes = await open("changes");
  expect(changes.text).toContain("Please change something in");
  expect([changes.kind?.slice(1).find(Boolean), changes.intent]).toEqual([
    "checkbox",
    "ask-changes",
  ]);
  const live = await open("live");
  expect(live.pane).toContain('name="onPaper"');
  expect((await open("approved")).pane).not.toContain('name="onPaper"');
  expect((await open("gone")).pane).toBe("");
});

test("an entry is put off until another day and brought back, and a form that is posted twice has one answer", async () => {
  const { word } = list("Snooze");
  const [entry] = await addWaiting(1, word);
  const staff = await staffMember(word);
  const path = pagePath(entry?.id);
  const snooze = "intent=snooze&time=tomorrow";
  for (const reply of [await press(staff, path, snooze), await press(staff, path, snooze)])
    expect(reply.headers.get("Location")).toMatch(/said=snoozed$/);
  expect((await findItem(entry?.id))?.until).toMatch(/T09:00:00.000Z$/);
  // With script a form names the zone in which nine in the morning is meant.
  await press(staff, path, `${snooze}&zone=Asia%2FKolkata`);
  const until = (await findItem(entry?.id))?.until;
  expect(until).toMatch(/T03:30:00.000Z$/);
  const html = await read(staff, path);
  expect(html).toMatch(new RegExp(`Put off until <time dateTime="${until}" title=".*03:30 UTC"`));
  expect(pageText(html)).toContain("Bring it back now");
  for (const reply of [
    await press(staff, path, "intent=unsnooze"),
    await press(staff, path, "intent=unsnooze"),
  ])
    expect(reply.headers.get("Location")).toMatch(/said=unsnoozed$/);
  expect((await findItem(entry?.id))?.until).toBeNull();
  const trail = await store.rows("SELECT action FROM audit WHERE subject = ?", entry?.id ?? "");
  expect(trail).toEqual([...Array(2).fill({ action: "item-snoozed" }), { action: "snooze-ended" }]);
});

test("of two who put an entry off until one day at once, both are told that it is", async () => {
  const { word } = list("Snooze race");
  const [entry] = await addWaiting(1, word);
  const both = [await staffMember(`Ada ${word}`), await staffMember(`Bo ${word}`)];
  const replies = await Promise.all(
    both.map((visitor) => press(visitor, pagePath(entry?.id), "intent=snooze&time=week")),
  );
  expect(replies.map(({ status }) => status)).toEqual([302, 302]);
  expect(await store.rows("SELECT 1 FROM audit WHERE subject = ?", entry?.id ?? "")).toHaveLength(
    1,
  );
});

test("what waits for us no more can't be put off, and only days of the list count", async () => {
  const { word } = list("Snooze late");
  const [entry] = await addWaiting(1, word);
  const staff = await staffMember(word);
  const path = pagePath(entry?.id);
  const refuse = async (time: string) => {
    const reply = await press(staff, path, `intent=snooze&time=${time}`);
    return [reply.status, pageText(await reply.text())];
  };
  expect(await refuse("never")).toEqual([
    409,
    expect.stringContaining("Choose a day from the list."),
  ]);
  await press(staff, path, "intent=set&status=approved&revision=1");
  expect(await refuse("monday")).toEqual([
    409,
    expect.stringContaining("This doesn't wait for us any more"),
  ]);
  expect((await findItem(entry?.id))?.until).toBeNull();
});
