import type { IRequestStrict } from "itty-router";
import {
  type DeadLink,
  deadLinkStatus,
  deadLinkText,
  type LinkKind,
} from "~/domain/access/link-texts";
import { asLinkToken } from "~/domain/access/link-token";
import { readLink } from "~/domain/access/read-link.server";
import {
  countLinkSubmissions,
  latestLinkSubmission,
} from "~/domain/submission/record/link-submissions.server";
import type { AppContext } from "~/session/app-context";
import { refuse, reply } from "./replies";

/* The pages of links as calls (specification, wizard, section 7). They change nothing. */

const invalidLinkReply = (kind: LinkKind, why: DeadLink, extra: object = {}) =>
  refuse(deadLinkStatus[why], deadLinkText(kind, why), extra);

async function readCallLink<K extends LinkKind>(
  { params }: IRequestStrict,
  context: AppContext,
  kind: K,
) {
  const link = await readLink(kind, params?.token, context);
  return { link, token: asLinkToken(params?.token) };
}

/** Replies that the link could not be checked if a store fails. */
async function replyOrUnavailable(
  kind: LinkKind,
  context: AppContext,
  extra: object,
  createReply: () => Promise<Response>,
) {
  try {
    return await createReply();
  } catch (error) {
    context.scope.logFailure(error);
    return invalidLinkReply(kind, "unasked", extra);
  }
}

/** GET /api/invitation/validate/{token}: whether an invitation can open a form. */
export async function validateInvitation(request: IRequestStrict, context: AppContext) {
  const { link } = await readCallLink(request, context, "invited");
  if (typeof link === "string") return invalidLinkReply("invited", link, { valid: false });
  return reply(200, { success: true, valid: true });
}

/** GET /api/invitation/details/{token}: the artist, and the prefill of the wizard. */
export async function invitationDetails(request: IRequestStrict, context: AppContext) {
  const { link, token } = await readCallLink(request, context, "invited");
  if (typeof link === "string") return invalidLinkReply("invited", link);
  const { artistName, boardItemId: mondayItemId, prefill: prefillData } = link;
  return reply(200, { success: true, details: { token, artistName, mondayItemId, prefillData } });
}

/** GET /api/returning-artist/validate/{token}: the link's artist and expiry. */
export async function validateReturning(request: IRequestStrict, context: AppContext) {
  const invalid = { isValid: false };
  const { link } = await readCallLink(request, context, "returning");
  if (typeof link === "string") return invalidLinkReply("returning", link, invalid);
  return replyOrUnavailable("returning", context, invalid, async () => {
    const { artistName, email: artistEmail, expiresAt } = link;
    const usageCount = await countLinkSubmissions(context.db, link);
    const linkFields = { artistName, artistEmail, usageCount, expiresAt };
    return reply(200, { success: true, isValid: true, ...linkFields });
  });
}

/** GET /api/returning-artist/details/{token}: the artist's name, and when the link was last used. */
export async function returningDetails(request: IRequestStrict, context: AppContext) {
  const { link } = await readCallLink(request, context, "returning");
  if (typeof link === "string") return invalidLinkReply("returning", link);
  return replyOrUnavailable("returning", context, {}, async () => {
    const last = await latestLinkSubmission(context.db, link);
    const { firstName = "", surname = "" } = last?.form ?? {};
    const artistDetails = { firstName, surname, lastUsed: link.lastUsedAt };
    return reply(200, { success: true, artistDetails });
  });
}
