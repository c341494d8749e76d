import { data, redirect } from "@remix-run/cloudflare";
import * as v from "valibot";
import { sealText, unsealText } from "~/platform/sealed-text";
import type { Settings } from "~/platform/settings";
import { secretCookie } from "./secret-cookie.server";

/** For how long a page that is loaded again shows it again. */
const SECONDS = 300;
/** Browsers keep no cookie that is longer than 4,096 bytes. */
const MAX_COOKIE = 4_000;
/** The parameter that tells a page to show it. */
const SHOWN = "shown";

const cookie = secretCookie("reply", SECONDS);
const keptSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ path: v.string(), reply: v.unknown() }),
);

interface ReplyDeps {
  settings: Pick<Settings, "SIGNING_SECRET">;
}

/**
 * Answers a post that has done something: leads back to the page that it was sent to, which shows the reply,
 * so that a page that is loaded again does nothing again. Until then a sealed cookie holds it. A reply that
 * no cookie can hold is shown at once.
 * @param whole what is shown then, where that is more than the reply.
 */
export async function redirectToReply(
  request: Request,
  { settings }: ReplyDeps,
  reply: object,
  whole: object = reply,
) {
  const page = new URL(request.url);
  // The form of an index page names it so; its address does not.
  page.searchParams.delete("index");
  page.searchParams.set(SHOWN, "");
  const kept = JSON.stringify({ path: page.pathname, reply });
  const header = await cookie.keep(request, await sealText(settings.SIGNING_SECRET, kept));
  if (header.length > MAX_COOKIE) return data(whole);
  const headers = { "Set-Cookie": header };
  return redirect(page.pathname + page.search, { status: 303, headers });
}

/** What a page has to show of the post before it; undefined for nothing. */
export async function readShownReply<T>(
  request: Request,
  { settings }: ReplyDeps,
  schema: v.GenericSchema<unknown, T>,
): Promise<T | undefined> {
  const page = new URL(request.url);
  if (!page.searchParams.has(SHOWN)) return undefined;
  const sealedText = await cookie.read(request);
  if (typeof sealedText !== "string") return undefined;
  const kept = v.safeParse(keptSchema, await unsealText(settings.SIGNING_SECRET, sealedText));
  if (!kept.success || kept.output.path !== page.pathname) return undefined;
  const reply = v.safeParse(schema, kept.output.reply);
  return reply.success ? reply.output : undefined;
}

/** A link that was made, as the pages that make one show it. */
export const linkReplySchema = v.object({ url: v.string() });
/** What a button of a page has done, in words. */
export const newsReplySchema = v.object({ news: v.optional(v.string()) });
