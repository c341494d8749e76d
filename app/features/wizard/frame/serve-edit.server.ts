import * as v from "valibot";
import type { FoundReleases } from "~/domain/catalogue/catalogue-search";
import type { Edited } from "~/domain/submission/draft/submit-step.server";
import { addedText, addFilesAsTheyCame } from "~/domain/submission/music/add-files";
import { editAdvised } from "~/domain/submission/music/edit-advised";
import { editBulk, readBulk } from "~/domain/submission/music/edit-bulk";
import { editMusic } from "~/domain/submission/music/edit-music";
import type { ArtistNames } from "~/domain/submission/music/music-edit";
import {
  fillSingleTitle,
  type MusicAnswers,
  normalizeMusic,
} from "~/domain/submission/music/music-step";
import {
  type MusicView,
  nextMusicView,
  openedIn,
  panelsWithErrors,
  trackToOpen,
} from "~/domain/submission/music/music-view";
import { releaseTypeOf, releaseTypes } from "~/domain/submission/music/release-type";
import { addCatalogueItem, FULL_LIST_TEXT } from "~/domain/submission/music/transfer";
import { coverText } from "~/domain/uploads/cover-among-files";
import { systemFilesText } from "~/domain/uploads/system-files";
import { linkLine, singleLine } from "~/forms/fields";
import { type FieldErrors, invalidError } from "~/forms/form-reply";
import { readForm } from "~/forms/read-form";
import { handleCatalogueIntent } from "~/integrations/spotify/handle-catalogue-intent.server";
import { errorReason } from "~/observability/log";
import type { AppContext } from "~/session/app-context";
import type { Post } from "./read-post.server";

interface ServeDeps extends Pick<AppContext, "ids" | "log" | "spotify"> {
  /** Whether the visitor's lookup limit allows one more. */
  canLookUp: () => Promise<boolean>;
  today: Date;
  slots: ReadonlySet<string>;
  artist: ArtistNames;
}

interface ServedEdit extends Edited<"music"> {
  errors: FieldErrors;
  found?: FoundReleases;
  viewOf: (errors: FieldErrors) => MusicView;
}

async function lookUp(
  intent: string,
  searches: { catalogueQuery: string; catalogueUrl: string },
  spotify: AppContext["spotify"],
  canLookUp: () => Promise<boolean>,
): ReturnType<typeof handleCatalogueIntent> {
  if (!(await canLookUp()))
    return { found: { query: searches.catalogueQuery, items: [], error: "Search failed" } };
  const client = spotify.state === "off" ? undefined : spotify.client;
  return handleCatalogueIntent(intent, searches, client);
}

const searchesSchema = v.object({
  catalogueQuery: singleLine,
  catalogueUrl: linkLine,
});

const catalogueIntents = ["search-catalogue", "add-url", "add-found"];

/** Handles a button of the music step on the server with the same edits as in the browser. */
export async function serveEdit(
  intent: string,
  post: Post,
  inputAnswers: MusicAnswers,
  { today, slots, artist, ids, log, spotify, canLookUp }: ServeDeps,
): Promise<ServedEdit> {
  const formValues = readForm(post.fields);
  const { placed } = post;
  const currentAnswers = addFilesAsTheyCame(inputAnswers, placed, artist.artistName);
  const bulk = readBulk(formValues, currentAnswers);
  const view: MusicView = { opened: openedIn(formValues, currentAnswers), bulk: bulk.view };
  const [verb = ""] = intent.split(":");
  if (catalogueIntents.includes(verb)) {
    const searches = v.parse(searchesSchema, formValues);
    const catalogue = await lookUp(intent, searches, spotify, canLookUp);
    const { item, error, failure } = catalogue;
    if (failure && failure.failure !== "not-found")
      log("warn", "request.failed", { reason: errorReason(failure) });
    const updatedItems = item && addCatalogueItem(currentAnswers.catalogueItems, item);
    const isFull =
      updatedItems && !updatedItems.some((catalogueItem) => catalogueItem.id === item.id);
    const foundReleases = isFull
      ? { ...catalogue.found, added: undefined, error: FULL_LIST_TEXT }
      : catalogue.found;
    const field = verb === "search-catalogue" ? "catalogueQuery" : "catalogueUrl";
    return {
      values: { ...currentAnswers, catalogueItems: updatedItems ?? currentAnswers.catalogueItems },
      showsAgain: true,
      errors: error ? { [field]: invalidError(error) } : {},
      found: foundReleases,
      viewOf: (errors) => ({
        bulk: bulk.view,
        track: trackToOpen(currentAnswers, slots, { errors }),
        opened: [...new Set([...view.opened, "catalogue"])],
      }),
    };
  }
  // Without script, choosing another release type first shows its tracks, whatever was pressed.
  const displayedOption = releaseTypes.find(
    ({ value }) => value === formValues.shownReleaseType,
  )?.value;
  const displayedType = displayedOption ?? currentAnswers.releaseType;
  const isChosen =
    displayedType !== currentAnswers.releaseType && (verb === "next" || verb === "add-files");
  const { slots: startSlots } = releaseTypeOf(currentAnswers.releaseType);
  // The files may need more tracks than the chosen type starts with.
  const hasFilesForType = placed.length > 0 && currentAnswers.tracks.length > startSlots;
  const newId = () => `track-${ids.next(today).toLowerCase()}`;
  const editContext = {
    today,
    slots,
    displayedType,
    newId,
    artist,
  };
  const editIntent = isChosen ? (hasFilesForType ? "add-files" : "update") : intent;
  const edit =
    editBulk(editIntent, currentAnswers, bulk) ??
    editAdvised(editIntent, currentAnswers, artist.artistName) ??
    editMusic(editIntent, currentAnswers, editContext);
  const notices = [
    addedText(placed.length, inputAnswers, currentAnswers),
    post.cover && coverText(post.cover),
    systemFilesText(post.systemFiles),
  ]
    .filter(Boolean)
    .join(" ");
  // The rows of several new tracks are an overview first.
  const overview = placed.length > 1 ? { track: "" } : {};
  const finalEdit = edit && {
    ...edit,
    ...overview,
    announcement: notices || edit.announcement,
    isShown: notices !== "" || edit.isShown,
  };
  const answers =
    finalEdit?.answers ??
    (verb === "next" ? fillSingleTitle(normalizeMusic(currentAnswers)) : currentAnswers);
  const nextView = finalEdit ? nextMusicView(view, finalEdit) : view;
  return {
    values: answers,
    showsAgain: finalEdit !== undefined,
    errors: {},
    viewOf: (errors) => {
      const openPanels = [...nextView.opened, ...panelsWithErrors(errors, answers)];
      const track = trackToOpen(answers, slots, { errors, intent, track: nextView.track });
      return { ...nextView, track, opened: [...new Set(openPanels)] };
    },
  };
}
