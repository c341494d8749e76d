import { redirect } from "@remix-run/cloudflare";
import * as v from "valibot";
import { findAccount, normalizeEmail } from "~/domain/artists/accounts.server";
import {
  changedFields,
  checkProfile,
  type ProfileForm,
  profileFormSchema,
  profileLabel,
} from "~/domain/artists/edit-profile";
import { cancelEmailChange } from "~/domain/artists/email-change.server";
import {
  PICTURE_BROKEN,
  PICTURE_TOO_LARGE,
  PICTURE_UNAVAILABLE,
  pictureProblem,
} from "~/domain/artists/picture-rules";
import { removePicture, storePicture } from "~/domain/artists/picture-store.server";
import {
  discardProfileDraft,
  type ProfileSaveResult,
  profileFormValues,
  saveProfile,
  saveProfileDraft,
} from "~/domain/artists/profile-draft.server";
import {
  CANCEL_EMAIL_CHANGE,
  DISCARD_PROFILE_DRAFT,
  type ProfileReply,
  REMOVE_PICTURE,
} from "~/domain/artists/profile-reply";
import { readPictureFacts } from "~/domain/media/picture-facts";
import { spotifyIntent } from "~/domain/submission/steps/spotify-intent";
import { baseOf } from "~/forms/autosave/autosave-state";
import { type FieldErrors, hasNoErrors, invalidError } from "~/forms/form-reply";
import { type FormValues, readForm } from "~/forms/read-form";
import { lookUpProfile } from "~/integrations/spotify/look-up-profile.server";
import { formatWait } from "~/platform/formats/duration";
import type { SignedIn } from "~/platform/principal";
import type { AppContext } from "~/session/app-context";
import { formErrorReply, refusal, throwIfLimited } from "~/session/refusal";
import { tooManyUploadsText } from "~/session/visitor-limits.server";
import { confirmPath } from "../sign-ins/confirm-identity.server";
import { requestNewEmail } from "./change-email.server";
import { type ProfilePost, readProfilePost } from "./read-profile-post.server";

const SAVED = "/edit-profile?saved=1";
const TOO_MANY = "You have saved too many times in a minute. Wait a minute, then try again.";
const NOT_CONFIRMED = "To change your address, first confirm that it's you. Then press Save again.";
const GONE = "This account no longer exists.";

const pictureDeps = ({ db, uploads, pictures: { shrink }, clock, ids }: AppContext) => ({
  db,
  shrink,
  clock,
  ids,
  files: uploads.own,
});

/** Stores the posted picture. @returns why it was refused. */
async function storePostedPicture(
  context: AppContext,
  artist: SignedIn,
  picture: ProfilePost["picture"],
): Promise<string | undefined> {
  if (picture === undefined) return undefined;
  if (picture === "too-large") return PICTURE_TOO_LARGE;
  const wait = await context.scope.limitCall("uploads", picture.length);
  if (wait !== undefined) return tooManyUploadsText(wait);
  const problem = pictureProblem(await readPictureFacts(picture));
  if (problem) return problem;
  try {
    const result = await storePicture(pictureDeps(context), artist.id, picture);
    return result === "unreadable" ? PICTURE_BROKEN : undefined;
  } catch (error) {
    context.scope.logFailure(error);
    return PICTURE_UNAVAILABLE;
  }
}

/**
 * Requests the change of address if the form has another one. @returns the error for the field, or
 * `unconfirmed`.
 */
async function requestPostedEmail(context: AppContext, artist: SignedIn, { email }: ProfileForm) {
  const account = await findAccount(context.db, artist.id);
  if (!account || normalizeEmail(email) === account.email) return undefined;
  const wait = await requestNewEmail(context, artist, account, email);
  if (wait === undefined || wait === "unconfirmed") return wait;
  return `You've asked for several addresses just now. Try again in ${formatWait(wait)}.`;
}

/** Handles the buttons other than Save; undefined where Save was pressed. */
async function handleOtherButton(
  context: AppContext,
  artist: SignedIn,
  intent: string,
  values: FormValues,
): Promise<Partial<ProfileReply> | undefined> {
  const { db, clock, scope } = context;
  const lookup = spotifyIntent(intent);
  if (lookup) {
    const canLookUp = async () => (await scope.limitCall("lookups")) === undefined;
    const result = await lookUpProfile(lookup, values, { ...context, canLookUp });
    return { values: result.values, spotify: result.answer };
  }
  if (intent === CANCEL_EMAIL_CHANGE) await cancelEmailChange(db, artist.id, clock());
  else if (intent === REMOVE_PICTURE) await removePicture(pictureDeps(context), artist.id);
  else return undefined;
  return {};
}

/** The fields that another save has changed since. */
function toConflict(form: ProfileForm, newer: Extract<ProfileSaveResult, { kind: "conflict" }>) {
  const storedValues = profileFormValues(newer.account);
  const fields = changedFields(form, storedValues).map((name) => ({
    label: profileLabel(name),
    text: storedValues[name],
  }));
  return { version: newer.token, savedAt: newer.at, fields };
}

/**
 * Handles a post of the profile. Picture and text are saved independently; what cannot be saved is shown
 * again as typed and stored as a draft.
 */
export async function editProfile(request: Request, context: AppContext, artist: SignedIn) {
  const { db, clock, log } = context;
  throwIfLimited(context, await context.scope.limitCall("saves"), TOO_MANY);
  const { fields, picture } = await readProfilePost(request);
  const values = readForm(fields);
  const intent = String(values.intent ?? "");
  if (intent === DISCARD_PROFILE_DRAFT) {
    await discardProfileDraft(db, artist.id);
    return redirect("/edit-profile");
  }
  const pictureRefusal = await storePostedPicture(context, artist, picture);
  if (picture !== undefined)
    log("info", pictureRefusal ? "picture.refused" : "picture.kept", { artistId: artist.id });
  const pictureErrors: FieldErrors = pictureRefusal
    ? { picture: invalidError(pictureRefusal) }
    : {};
  const base = baseOf(fields);
  const { id } = artist;
  /** Shows the form again and stores the typed values as a draft. */
  const replyWithForm = async (
    reply: Partial<ProfileReply>,
    status: number,
    baseVersion = base,
  ) => {
    const replyBase = { values, errors: pictureErrors, summary: [], ...reply };
    const form = v.parse(profileFormSchema, replyBase.values);
    const outcome = await saveProfileDraft(db, { id, form, base: baseVersion, now: clock() });
    if (outcome.kind === "gone") throw refusal(404, GONE);
    const version = outcome.kind === "saved" ? outcome.token : baseVersion;
    return formErrorReply<ProfileReply>(context, { ...replyBase, version }, { status });
  };

  const buttonReply = await handleOtherButton(context, artist, intent, values);
  if (buttonReply) return replyWithForm(buttonReply, pictureRefusal ? 400 : 200);

  const form = v.parse(profileFormSchema, values);
  const stored = (await findAccount(db, id))?.profile;
  const textErrors = checkProfile(form, stored);
  const errors = { ...textErrors, ...pictureErrors };
  if (!hasNoErrors(textErrors)) return replyWithForm({ errors }, 400);
  const result = await saveProfile(db, { id, form, base, now: clock() });
  if (result.kind === "gone") throw refusal(404, GONE);
  if (result.kind === "conflict") {
    const conflict = toConflict(form, result);
    const replyBase = { values, errors: pictureErrors, summary: [], version: base, conflict };
    return formErrorReply<ProfileReply>(context, replyBase, { status: 409 });
  }
  log("info", "profile.saved", { artistId: id });
  const emailRefusal = await requestPostedEmail(context, artist, form);
  if (emailRefusal === "unconfirmed" && !pictureRefusal) {
    // The typed address stays in the draft until the session is confirmed.
    const draft = { id, form, base: result.token, now: clock() };
    const outcome = await saveProfileDraft(db, draft);
    if (outcome.kind === "gone") throw refusal(404, GONE);
    return redirect(confirmPath("/edit-profile"));
  }
  if (pictureRefusal || emailRefusal) {
    const fieldErrors: FieldErrors = {
      ...pictureErrors,
      ...(emailRefusal && {
        email: invalidError(emailRefusal === "unconfirmed" ? NOT_CONFIRMED : emailRefusal),
      }),
    };
    return replyWithForm(
      { errors: fieldErrors, summary: ["Everything else is saved."] },
      400,
      result.token,
    );
  }
  return redirect(SAVED);
}

/**
 * Autosaves the profile form.
 * @throws Response 404 if the account is gone, 429.
 */
export async function storeTypedProfile(
  context: AppContext,
  { id }: SignedIn,
  fields: [string, string][],
) {
  const { db, clock } = context;
  throwIfLimited(context, await context.scope.limitCall("saves"), TOO_MANY);
  const form = v.parse(profileFormSchema, readForm(fields));
  const outcome = await saveProfileDraft(db, { id, form, base: baseOf(fields), now: clock() });
  if (outcome.kind === "gone") throw refusal(404, GONE);
  return outcome;
}
