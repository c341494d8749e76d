import { data, redirect } from "@remix-run/cloudflare";
import * as v from "valibot";
import { sealText, unsealText } from "~/platform/sealed-text";
import type { Settings } from "~/platform/settings";
import { secretCookie } from "./secret-cookie.server";

const MAX_AGE_SECONDS = 300;
const MAX_COOKIE_LENGTH = 4_000;
/** Query parameter of a page that shows a stored reply. */
const REPLY_PARAM = "shown";

const cookie = secretCookie("reply", MAX_AGE_SECONDS);
const storedReplySchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ path: v.string(), reply: v.unknown() }),
);

interface ReplyDeps {
  settings: Pick<Settings, "SIGNING_SECRET">;
}

/**
 * Redirects after a post to the same page, which shows the reply from an encrypted cookie, so that
 * reloading repeats nothing. A reply too long for a cookie is returned directly.
 * @param fullReply what to return directly, if that is more than the reply.
 */
export async function redirectToReply(
  request: Request,
  { settings }: ReplyDeps,
  reply: object,
  fullReply: object = reply,
) {
  const page = new URL(request.url);
  // Remix adds ?index to actions of index routes.
  page.searchParams.delete("index");
  page.searchParams.set(REPLY_PARAM, "");
  const storedReply = JSON.stringify({ path: page.pathname, reply });
  const header = await cookie.serialize(
    request,
    await sealText(settings.SIGNING_SECRET, storedReply),
  );
  if (header.length > MAX_COOKIE_LENGTH) return data(fullReply);
  const headers = { "Set-Cookie": header };
  return redirect(page.pathname + page.search, { status: 303, headers });
}

export async function readShownReply<T>(
  request: Request,
  { settings }: ReplyDeps,
  schema: v.GenericSchema<unknown, T>,
): Promise<T | undefined> {
  const page = new URL(request.url);
  if (!page.searchParams.has(REPLY_PARAM)) return undefined;
  const sealedText = await cookie.read(request);
  if (typeof sealedText !== "string") return undefined;
  const storedReply = v.safeParse(
    storedReplySchema,
    await unsealText(settings.SIGNING_SECRET, sealedText),
  );
  if (!storedReply.success || storedReply.output.path !== page.pathname) return undefined;
  const reply = v.safeParse(schema, storedReply.output.reply);
  return reply.success ? reply.output : undefined;
}

export const linkReplySchema = v.object({ url: v.string() });
export const newsReplySchema = v.object({ news: v.optional(v.string()) });
