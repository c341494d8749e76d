import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { startFormSession } from "~/bot/form-sessions.server";
import { pageTitle } from "~/components/page-title";
import { draftCookieHeader, readDraftKey } from "~/session/draft-cookie.server";
import { openVisitorDraft } from "~/session/open-visitor-draft.server";
import { readSwitch } from "~/session/own-path";
import { readDraft, requireDraft } from "~/session/require-draft.server";
import { makeResumeLink } from "~/session/resume-link.server";
import { longDate } from "~/submission/release-dates";
import { firstOpenStep, stepOf } from "~/submission/steps";
import { isBegun, taskList } from "~/submission/task-list";
import { filesOfDraft } from "~/uploads/receiving/file-views.server";
import { StartAnew } from "./start-anew";
import { TaskList } from "./task-list";

/** Entry of the wizard: the draft of this browser and how far it is; else a new one is opened. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const draft = await readDraft(request, context);
  const artist = stepOf("artist").path;
  if (typeof draft === "string" || draft.submitted) {
    const { key } = await openVisitorDraft(request, context);
    const headers = { "Set-Cookie": await draftCookieHeader(request, key) };
    return redirect(draft === "expired" ? `${artist}?expired` : artist, { headers });
  }
  await startFormSession(context.db, draft.id, context.clock());
  const { answers, completed } = draft;
  const files = await filesOfDraft(context.db, draft.id);
  const facts = { answers, completed, hasFiles: files.length > 0 };
  if (!isBegun(facts)) return redirect(artist);
  const key = await readDraftKey(request);
  // The draft has outlived the day its cookie was set; so must the cookie.
  const headers = key ? { "Set-Cookie": await draftCookieHeader(request, key) } : undefined;
  return data(
    {
      tasks: taskList(facts),
      title: answers.music?.releaseTitle ?? "",
      artistName: answers.artist?.artistName ?? "",
      next: firstOpenStep(completed).path,
      files,
      until: longDate(draft.expiresAt.toISOString()),
    },
    { headers },
  );
}

/** Starting another submission: asks once, with a link to this one on offer. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { fields } = await readSwitch(request);
  const intent = fields.get("intent");
  if (intent === "start-new") {
    const { key } = await openVisitorDraft(request, context);
    const headers = { "Set-Cookie": await draftCookieHeader(request, key) };
    return redirect(stepOf("artist").path, { headers });
  }
  const draft = await requireDraft(request, context, "artist");
  if (intent !== "make-link") return { url: undefined };
  const { url } = await makeResumeLink(request, context, draft);
  return { url };
}

export const meta: MetaFunction = ({ matches }) => pageTitle("Your submission", matches);

export default function YourSubmission() {
  const draft = useLoaderData<typeof loader>();
  const asked = useActionData<typeof action>();
  return asked ? <StartAnew draft={draft} url={asked.url} /> : <TaskList {...draft} />;
}
