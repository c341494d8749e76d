import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { DraftNotFound } from "~/components/draft-not-found";
import { pageTitle } from "~/components/page-title";
import { verifyAddress } from "~/mail/mail-limit.server";
import { readSmallForm } from "~/pages/read-small-form";
import { makeResumeLink } from "~/pages/resume-link.server";
import { longDate } from "~/platform/formats/dates";
import { type DraftRef, draftCookieHeader } from "~/session/draft-cookie.server";
import type { Portal } from "~/session/portal";
import { refusal } from "~/session/refusal";
import { DRAFT_EXPIRED, readDraft, readLinkedDraft } from "~/session/require-draft.server";
import { linkReplySchema, readShownReply, redirectToReply } from "~/session/shown-reply.server";
import type { Draft } from "~/submission/draft/draft";
import { mailedAddress } from "~/submission/draft/resume-keys.server";
import { isBegun } from "~/submission/steps/task-list";
import { uploadsOfDraft } from "~/uploads/receiving/upload-store.server";
import { ALREADY_SUBMITTED } from "~/uploads/upload-texts";
import { LiveLink, SubmittedLink } from "~/views/wizard/resume-link/linked-draft";

const DEAD =
  "This link doesn't open a draft. It may be cut off, or somebody has stopped it. If you have a newer one, open that.";

/** The draft a link leads to, or why it leads nowhere. */
async function followLink(token: string | undefined, context: Portal): Promise<Draft | DeadLink> {
  const draft = await readLinkedDraft(token, context);
  if (draft === "expired") return { status: 410, text: DRAFT_EXPIRED, noDraft: true };
  if (typeof draft === "string") return { status: 404, text: DEAD, noDraft: true };
  return draft.submitted ? { status: 410, text: ALREADY_SUBMITTED } : draft;
}

/** Why a link leads nowhere. */
interface DeadLink {
  status: 404 | 410;
  text: string;
  /** Whether there is no draft; else it has become a submission. */
  noDraft?: true;
}

/** What this browser holds beside the linked draft: the same one, or another that was begun. */
async function heldBeside(linkedDraft: Draft, request: Request, context: Portal) {
  const own = await readDraft(request, context);
  if (typeof own === "string" || own.submitted) return {};
  if (own.id === linkedDraft.id) return { same: true };
  const uploads = await uploadsOfDraft(context.db, own.id);
  const { answers } = own;
  return isBegun({ answers, hasFiles: uploads.length > 0 }) ? { other: own } : {};
}

/** Whether this browser has a draft of its own. */
async function hasOwn(request: Request, context: Portal): Promise<boolean> {
  const own = await readDraft(request, context);
  return typeof own === "object" && !own.submitted;
}

const titleOf = ({ answers }: Draft) => answers.music?.releaseTitle ?? "";

/** Shows where the link leads. Spends nothing: mail scanners open every link. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const draft = await followLink(params.token, context);
  if ("status" in draft) {
    const { status, text, noDraft } = draft;
    return data({ dead: text, noDraft, own: await hasOwn(request, context) }, { status });
  }
  const { other } = await heldBeside(draft, request, context);
  return data({
    title: titleOf(draft),
    artistName: draft.answers.artist?.artistName ?? "",
    until: longDate(draft.expiresAt.toISOString()),
    other: other && { title: titleOf(other) },
    shown: await readShownReply(request, context, linkReplySchema),
  });
}

/** Opens the draft in this browser; before that, makes a link to the one it replaces there. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const draft = await followLink(params.token, context);
  if ("status" in draft) {
    // What is begun in this browser is never to be lost by starting again.
    const noDraft = (await hasOwn(request, context)) ? undefined : draft.noDraft;
    throw refusal(draft.status, draft.text, { noDraft });
  }
  const { fields } = await readSmallForm(request);
  const { same, other } = await heldBeside(draft, request, context);
  if (fields.get("intent") === "keep-other" && other) {
    return redirectToReply(request, context, { url: await makeResumeLink(context, other) });
  }
  const mailedTo = await mailedAddress(context.db, params.token ?? "");
  if (mailedTo) await verifyAddress(context.db, mailedTo, context.clock());
  // A browser that has the draft open already keeps its own key, which no stopped link can take.
  if (same) return redirect("/submit");
  const name: DraftRef = { key: params.token ?? "", draftId: draft.id, state: "open" };
  const { SIGNING_SECRET: secret } = context.settings;
  const headers = { "Set-Cookie": await draftCookieHeader(request, name, secret) };
  return redirect("/submit", { headers });
}

export const meta: MetaFunction = (page) => [
  ...pageTitle("Continue your submission", page),
  { name: "robots", content: "noindex" },
  // The address is a secret. Its header says no-referrer, but then browsers also hide where the
  // page's own form comes from; this tells the site and never the path.
  { name: "referrer", content: "strict-origin" },
];

export default function ContinueHere() {
  const link = useLoaderData<typeof loader>();
  const reply = useActionData<{ url: string }>();
  if (!("dead" in link)) return <LiveLink {...link} url={(reply ?? link.shown)?.url} />;
  return link.noDraft ? (
    <DraftNotFound text={link.dead} hasOtherDraft={link.own} />
  ) : (
    <SubmittedLink text={link.dead} />
  );
}
