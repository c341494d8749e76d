import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/cloudflare";
import { verifyAddress } from "~/domain/mail/mail-limit.server";
import type { Draft } from "~/domain/submission/draft/draft";
import { mailedAddress } from "~/domain/submission/draft/resume-keys.server";
import { ALREADY_SUBMITTED } from "~/domain/uploads/upload-texts";
import { idsOfPress } from "~/forms/ids-of-press";
import { longDate } from "~/platform/formats/dates";
import type { AppContext } from "~/session/app-context";
import { type DraftRef, draftCookieHeader, linkedKey } from "~/session/draft-cookie.server";
import { readSmallForm } from "~/session/read-small-form";
import { refusal } from "~/session/refusal";
import {
  browserDraft,
  DRAFT_EXPIRED,
  readDraft,
  readLinkedDraft,
} from "~/session/require-draft.server";
import { makeResumeLink } from "~/session/resume-link.server";
import { linkReplySchema, readShownReply, redirectToReply } from "~/session/shown-reply.server";

const INVALID_LINK =
  "This link doesn't open a draft. A part of it may be missing, or somebody has stopped it. If you have a newer one, open that.";

/** The draft of a link, or why the link is invalid. */
async function followLink(
  token: string | undefined,
  context: AppContext,
): Promise<Draft | DeadLink> {
  const draft = await readLinkedDraft(token, context);
  if (draft === "expired") return { status: 410, text: DRAFT_EXPIRED, noDraft: true };
  if (typeof draft === "string") return { status: 404, text: INVALID_LINK, noDraft: true };
  return draft.submitted ? { status: 410, text: ALREADY_SUBMITTED } : draft;
}

interface DeadLink {
  status: 404 | 410;
  text: string;
  /** Without it, the draft has become a submission. */
  noDraft?: true;
}

async function hasBrowserDraft(request: Request, context: AppContext): Promise<boolean> {
  const draft = await readDraft(request, context);
  return typeof draft === "object" && !draft.submitted;
}

const releaseTitle = ({ answers }: Draft) => answers.music?.releaseTitle ?? "";

/** Changes nothing: mail scanners open every link. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const draft = await followLink(params.token, context);
  if ("status" in draft) {
    const { status, text, noDraft } = draft;
    return data({ dead: text, noDraft, own: await hasBrowserDraft(request, context) }, { status });
  }
  const { other } = await browserDraft(request, context, ({ id }) => id === draft.id);
  return data({
    title: releaseTitle(draft),
    artistName: draft.answers.artist?.artistName ?? "",
    press: context.ids.secret(),
    until: longDate(draft.expiresAt.toISOString()),
    other: other && { title: releaseTitle(other) },
    shown: await readShownReply(request, context, linkReplySchema),
  });
}

/** Opens the draft in this browser; first offers a link to the draft it replaces. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const draft = await followLink(params.token, context);
  if ("status" in draft) {
    // Offering a new start would lose the draft in this browser.
    const noDraft = (await hasBrowserDraft(request, context)) ? undefined : draft.noDraft;
    throw refusal(draft.status, draft.text, { noDraft });
  }
  const { fields } = await readSmallForm(request);
  const { same, other } = await browserDraft(request, context, ({ id }) => id === draft.id);
  const ids = await idsOfPress(context, fields);
  if (fields.get("intent") === "keep-other" && other) {
    return redirectToReply(request, context, { url: await makeResumeLink(context, other, ids) });
  }
  const mailedTo = await mailedAddress(context.db, params.token ?? "");
  if (mailedTo) await verifyAddress(context.db, mailedTo, context.clock());
  // The browser keeps its own key, which works even if this link is stopped.
  if (same) return redirect("/submit");
  const key = linkedKey(params.token ?? "", ids);
  const name: DraftRef = { key, draftId: draft.id, state: "open" };
  const { SIGNING_SECRET: secret } = context.settings;
  const headers = { "Set-Cookie": await draftCookieHeader(request, name, secret) };
  return redirect("/submit", { headers });
}
