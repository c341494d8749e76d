import { data, redirect, type TypedResponse } from "@remix-run/cloudflare";
import { deadLinkStatus, deadLinkText, type LinkKind } from "~/domain/access/link-texts";
import { asLinkToken } from "~/domain/access/link-token";
import { type Links, readLink } from "~/domain/access/read-link.server";
import { idsOfPress } from "~/forms/ids-of-press";
import { formatWait } from "~/platform/formats/duration";
import type { AppContext } from "~/session/app-context";
import { readSmallForm } from "~/session/read-small-form";
import { type RetryLater, refusal, retryLaterResponse } from "~/session/refusal";
import { browserDraft, readDraft } from "~/session/require-draft.server";
import { makeResumeLink } from "~/session/resume-link.server";
import { linkReplySchema, readShownReply, redirectToReply } from "~/session/shown-reply.server";
import { linkCookieHeader, readLinkCookie } from "~/session/token-cookies.server";

/** The pages of the two kinds of links, without a token in their address. */
const linkPages = { invited: "/i", returning: "/r" } as const satisfies Record<LinkKind, string>;

const tooManyLinks = (wait: number): RetryLater => ({
  status: 429,
  text: `Somebody tried too many links from your network. Try again in ${formatWait(wait)}. Your link still works.`,
  wait,
});

/**
 * Looks a link up for a visitor, within the limit per minute.
 * @throws Response 429, with the time to wait, beyond the limit.
 */
async function checkLink<K extends LinkKind>(kind: K, token: unknown, context: AppContext) {
  if (asLinkToken(token) === undefined) return readLink(kind, token, context);
  // Fail open: if the counter is down, the lookup below reports the outage.
  const wait = await context.scope.limitCall("token-checks").catch(() => undefined);
  if (wait !== undefined) throw retryLaterResponse(context, tooManyLinks(wait));
  return readLink(kind, token, context);
}

/**
 * Moves the token of an opened link into a cookie and redirects to a page without it in the address.
 * Only looking (scanners, previews, prefetch) changes nothing.
 * @returns the redirect, or why the link opens nothing.
 */
export async function storeLinkToken(
  request: Request,
  context: AppContext,
  kind: LinkKind,
  token: string | undefined,
) {
  const link = await checkLink(kind, token, context);
  if (typeof link === "string") return data({ why: link }, { status: deadLinkStatus[link] });
  const headers = { "Set-Cookie": await linkCookieHeader(request, kind, token ?? "") };
  return redirect(linkPages[kind], { headers });
}

/** Reads the link from the cookie. @throws as {@link storeLinkToken}. */
async function readCookieLink<K extends LinkKind>(request: Request, context: AppContext, kind: K) {
  return checkLink(kind, await readLinkCookie(request, kind), context);
}

const draftBeside = (request: Request, context: AppContext, linkId: string) =>
  browserDraft(request, context, (draft) => draft.linkId === linkId);

async function describeBrowserDraft(request: Request, context: AppContext, linkId: string) {
  const { same, other } = await draftBeside(request, context, linkId);
  const title = other?.answers.music?.releaseTitle ?? "";
  const press = context.ids.secret();
  return { hasSameDraft: same !== undefined, other: other && { title }, press };
}

/**
 * What the page of a link shows: the link's description and the draft in this browser, or why the link
 * opens nothing. Stores nothing.
 * @throws as {@link storeLinkToken}.
 */
export async function showLinkPage<K extends LinkKind, Description>(
  request: Request,
  context: AppContext,
  kind: K,
  describeLink: (link: Links[K]) => Description | Promise<Description>,
) {
  const link = await readCookieLink(request, context, kind);
  if (typeof link === "string") {
    const hasOwnDraft = await hasDraft(request, context);
    return data({ why: link, own: hasOwnDraft }, { status: deadLinkStatus[link] });
  }
  const beside = await describeBrowserDraft(request, context, link.id);
  const linkReply = await readShownReply(request, context, linkReplySchema);
  return data({ ...(await describeLink(link)), beside, shown: linkReply });
}

/**
 * Handles a button of a link's page: makes a resume link to another draft in this browser, continues the
 * draft begun with this link, or opens one.
 * @throws Response a refusal where the link opens nothing any more.
 */
export async function handleLinkAction<K extends LinkKind>(
  request: Request,
  context: AppContext,
  kind: K,
  openLinkDraft: (
    request: Request,
    context: AppContext,
    link: Links[K],
  ) => Promise<TypedResponse<never>>,
) {
  const { fields } = await readSmallForm(request);
  const link = await readCookieLink(request, context, kind);
  if (typeof link === "string") throw refusal(deadLinkStatus[link], deadLinkText(kind, link));
  const { same, other } = await draftBeside(request, context, link.id);
  if (fields.get("intent") === "keep-other" && other) {
    const ids = await idsOfPress(context, fields);
    return redirectToReply(request, context, { url: await makeResumeLink(context, other, ids) });
  }
  return same ? redirect("/submit") : openLinkDraft(request, context, link);
}

async function hasDraft(request: Request, context: AppContext): Promise<boolean> {
  // The page describes the link even if the database does not answer.
  return readDraft(request, context).then(
    (draft) => typeof draft === "object",
    () => false,
  );
}
