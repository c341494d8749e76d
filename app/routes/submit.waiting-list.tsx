import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useNavigate } from "@remix-run/react";
import { startToken } from "~/bot/start-token.server";
import { pageTitle } from "~/components/page-title";
import { useOnChange } from "~/components/use-on-change";
import { WAITING_PATH } from "~/entry/submission-mode";
import { readForm } from "~/forms/read-form";
import { lookUpProfile } from "~/pages/look-up-profile.server";
import { readSmallForm } from "~/pages/read-small-form";
import { join, joinedPath, WAITING_FORM } from "~/pages/wizard/join-waiting-list.server";
import { formErrorReply } from "~/session/refusal";
import { readDraft } from "~/session/require-draft.server";
import { cityHints } from "~/submission/steps/city-hints.server";
import { spotifyIntent } from "~/submission/steps/spotify-intent";
import { isBegun } from "~/submission/steps/task-list";
import { JoinForm, type JoinReply } from "~/views/wizard/waiting-list/join-form";
import { JOIN_HEADING, JoinIntroduction } from "~/views/wizard/waiting-list/join-introduction";

/** Generous, so that a text that is too long gets an error at its field. */
const MAX_BYTES = 512 * 1024;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { submissionsEnabled, note } = await context.entry.mode();
  const draft = await readDraft(request, context);
  const foundDraft = typeof draft === "object" ? draft : undefined;
  const { artist } = foundDraft?.answers ?? {};
  const now = context.clock();
  return {
    isOpen: submissionsEnabled,
    note,
    hasDraft: Boolean(
      foundDraft && !foundDraft.submitted && isBegun({ ...foundDraft, hasFiles: false }),
    ),
    saved: artist ?? {},
    start: await startToken(context.settings.SIGNING_SECRET, WAITING_FORM, now),
    cities: cityHints(artist?.country ?? ""),
  };
}

/** Joins the list, or handles a button of the Spotify section without script. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { fields: postedFields } = await readSmallForm(request, WAITING_PATH, MAX_BYTES);
  const fields = [...postedFields];
  const values = readForm(fields.filter(([name]) => name !== "intent"));
  const base: JoinReply = { values, errors: {}, summary: [] };
  const lookup = spotifyIntent(postedFields.get("intent") ?? "");
  if (lookup) {
    const canLookUp = async () => (await context.scope.limitCall("lookups")) === undefined;
    const lookupResult = await lookUpProfile(lookup, values, { ...context, canLookUp });
    return data({ ...base, values: lookupResult.values, spotify: lookupResult.answer });
  }
  const result = await join(request, context, fields);
  if (result.ok) return redirect(joinedPath(result.entry));
  const { status } = result;
  switch (result.refused) {
    case "invalid":
      return formErrorReply(
        context,
        { ...base, errors: result.errors, summary: result.summary },
        { status },
      );
    case "visitor": {
      const { text: visitorText, pressAgain } = result;
      return formErrorReply(context, { ...base, visitorText, pressAgain }, { status });
    }
    default:
      return formErrorReply(context, { ...base, summary: [result.text] }, { status });
  }
}

/** The wizard's entry shows this page, too, so the canonical address is given. */
export const meta: MetaFunction = (page) => [
  ...pageTitle(JOIN_HEADING, page),
  { tagName: "link", rel: "canonical", href: WAITING_PATH },
];

export default function WaitingList() {
  const { isOpen, note, hasDraft, saved, start, cities } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const navigate = useNavigate();
  // The mode was switched in development; a refusal stays on the page.
  useOnChange(isOpen, () => {
    if (isOpen && !reply) navigate("/submit");
  });
  return (
    <JoinIntroduction isOpen={isOpen} note={note} hasDraft={hasDraft}>
      <JoinForm saved={saved} reply={reply} start={start} cities={cities} />
    </JoinIntroduction>
  );
}
