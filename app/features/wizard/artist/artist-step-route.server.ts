import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import * as v from "valibot";
import { artistPrefill } from "~/domain/artists/artist-prefill.server";
import { emptyDraft } from "~/domain/submission/draft/draft-store.server";
import { artistAdvice } from "~/domain/submission/music/release-advice";
import { artistAnswersSchema, summarizeArtistStep } from "~/domain/submission/steps/artist-step";
import { cityHints } from "~/domain/submission/steps/city-hints.server";
import { spotifyIntent } from "~/domain/submission/steps/spotify-intent";
import type { ArtistReply } from "~/domain/submission/steps/spotify-profile";
import { pathAfter } from "~/domain/submission/steps/steps";
import { answerFields } from "~/forms/autosave/autosave-state";
import { readForm } from "~/forms/read-form";
import { lookUpProfile } from "~/integrations/spotify/look-up-profile.server";
import { setRetryAfter } from "~/platform/formats/retry-after";
import type { AppContext } from "~/session/app-context";
import {
  assignDraftIfNone,
  openVisitorDraft,
  readNewDraftRef,
} from "~/session/open-visitor-draft.server";
import { formErrorReply, type RetryLater } from "~/session/refusal";
import {
  DRAFT_EXPIRED,
  DRAFT_NOT_FOUND,
  readDraft,
  refuseDraft,
  requireDraft,
} from "~/session/require-draft.server";
import { intentOf, type Post, readPost } from "../frame/read-post.server";
import type { StepReply } from "../frame/step-form";
import { stepPage, submitPage } from "../frame/step-page.server";

const NEW_DRAFT = "We made a new draft with what's on this page. Press Next to continue.";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const draft = await requireDraft(request, context, "artist");
  const account = await context.scope.artist("write");
  const accountPrefill = draft.answers.artist
    ? undefined
    : await artistPrefill(context.db, account?.id);
  const artist = draft.answers.artist ?? accountPrefill?.answers;
  // Nothing that was typed is replaced.
  const place = artist?.country || artist?.city ? undefined : context.scope.networkPlace;
  return {
    page: await stepPage(draft, "artist"),
    saved: { ...artist, ...place },
    isPlaceOffered: place !== undefined,
    whose: {
      entry: accountPrefill ? "account" : draft.entry,
      artistName: artist?.artistName ?? "",
      // A prefill without a genre comes from no release.
      isKnown: Boolean(draft.prefill?.primaryGenre),
    },
    completed: draft.completed,
    prefill: draft.prefill,
    advice: artistAdvice(artist?.artistName ?? "").map((one) => ({ ...one, isFixable: false })),
    cities: cityHints(place?.country ?? artist?.country ?? ""),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const foundDraft = await readDraft(request, context);
  // Never silently into a new draft: the artist means the release that was submitted.
  if (typeof foundDraft === "object" && foundDraft.submitted)
    throw refuseDraft(context, foundDraft, "submitted");
  const isNew = foundDraft === "none" && (await readNewDraftRef(request, context)) !== undefined;
  // The first step can start a new draft with what was typed.
  const draft =
    typeof foundDraft === "string" ? await openVisitorDraft(request, context) : foundDraft;
  if ("wait" in draft) return draftRefusedReply(request, context, draft);
  const post = await readPost(request, context, draft);
  const intent = intentOf(post);
  const lookup = spotifyIntent(intent);
  const canLookUp = async () => (await context.scope.limitCall("lookups")) === undefined;
  // A form of a draft that is gone continues in the new one.
  const answerFieldsOnly: Post["fields"] = [...answerFields(post.fields), ["intent", intent]];
  const draftPost =
    typeof foundDraft === "string" && !isNew ? { ...post, fields: answerFieldsOnly } : post;
  const result = await submitPage(request, context, draft, draftPost, {
    step: "artist",
    edit: async (values) =>
      lookup
        ? { ...(await lookUpProfile(lookup, values, { ...context, canLookUp })), showsAgain: true }
        : { values, answer: undefined, showsAgain: false },
  });
  const { values, answer: spotify } = result.edited;
  const base: ArtistReply & StepReply = { values, errors: {}, summary: [], spotify };
  if (!result.ok) {
    const { version, conflict } = result;
    return formErrorReply(context, { ...base, version, conflict }, { status: result.status });
  }
  if (result.leadsTo === "back") return redirect("/");
  const { errors, version } = result;
  const reply = { ...base, errors, version };
  const lostDraftText =
    foundDraft === "expired"
      ? DRAFT_EXPIRED
      : foundDraft === "unknown"
        ? DRAFT_NOT_FOUND
        : undefined;
  if (lostDraftText)
    return formErrorReply(
      context,
      { ...reply, summary: [lostDraftText, NEW_DRAFT] },
      { status: 409 },
    );
  if (result.leadsTo) return redirect(pathAfter("artist", draft.completed, request.url));
  const summary = result.refused
    ? summarizeArtistStep(v.parse(artistAnswersSchema, values), errors)
    : [];
  return formErrorReply(context, { ...reply, summary }, { status: result.status });
}

/** Shows the step as typed, with the reason why no draft can be opened now. */
async function draftRefusedReply(
  request: Request,
  context: AppContext,
  { status, text, wait }: RetryLater,
) {
  setRetryAfter(context.scope.replyHeaders, wait);
  await assignDraftIfNone(request, context);
  // Files are ignored: there is no draft for them.
  const isForm = request.headers.get("Content-Type")?.startsWith("application/x-www-form");
  const unsavedDraft = emptyDraft("", context.clock());
  const fields = isForm ? (await readPost(request, context, unsavedDraft)).fields : [];
  const reply: ArtistReply & StepReply = {
    values: readForm(answerFields(fields)),
    errors: {},
    summary: [text],
  };
  return formErrorReply(context, reply, { status });
}
