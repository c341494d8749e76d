import * as v from "valibot";

/** The column types of the board that the product writes to. */
export const columnTypes = [
  "text",
  "long_text",
  "email",
  "phone",
  "link",
  "date",
  "status",
  "dropdown",
  "country",
  "checkbox",
  "numbers",
  "file",
] as const;
export type ColumnType = (typeof columnTypes)[number];

export interface BoardColumn {
  readonly id: string;
  readonly type: ColumnType;
}

const column = (id: string, type: ColumnType = "text"): BoardColumn => ({ id, type });

/**
 * Where each field goes unless staff say otherwise. Ids fit what the board takes when a column is
 * created with an id of one's own: 1 to 20 characters, a to z and underscore.
 */
export const defaultColumns = {
  artistName: column("artist_name"),
  firstName: column("first_name"),
  surname: column("surname"),
  email: column("email", "email"),
  // The board's phone column refuses what it does not take for a real number, and with it the item.
  phone: column("phone"),
  country: column("country", "country"),
  city: column("city"),
  instagramProfile: column("instagram", "link"),
  tiktokProfile: column("tiktok", "link"),
  spotifyProfile: column("spotify", "link"),
  listenLink: column("listen_link", "link"),
  uploadType: column("upload_type", "status"),
  releaseType: column("release_type", "status"),
  releaseTitle: column("release_title"),
  primaryGenre: column("primary_genre"),
  subGenre: column("sub_genre"),
  releaseDate: column("release_date", "date"),
  trackTitles: column("track_titles", "long_text"),
  songwriters: column("songwriters", "long_text"),
  credits: column("credits", "long_text"),
  earlyRelease: column("early_release", "long_text"),
  releasePlan: column("release_plan", "long_text"),
  socialClips: column("social_clips", "long_text"),
  distributor: column("distributor"),
  transferUrls: column("transfer_urls", "long_text"),
  transferTitles: column("transfer_titles", "long_text"),
  bio: column("bio", "long_text"),
  influences: column("influences", "long_text"),
  publishingInterest: column("publishing_interest", "checkbox"),
  proNumber: column("pro_number"),
  // Three columns, because the signed links of an album do not fit into one.
  audioFiles: column("audio_files", "long_text"),
  audioFilesMore: column("audio_files_more", "long_text"),
  audioFilesRest: column("audio_files_rest", "long_text"),
  audioLink: column("audio_link", "link"),
  folderLink: column("folder_link", "link"),
  trackArtwork: column("track_artwork", "long_text"),
  artworkLink: column("artwork_link", "link"),
  status: column("status", "status"),
  // Written by staff and read by us: why a submission was declined.
  statusReason: column("status_reason", "long_text"),
  submittedAt: column("submitted_at", "date"),
  replyDueAt: column("reply_due_date", "date"),
  reference: column("reference"),
  submissionId: column("submission_id"),
  submissionSource: column("submission_source"),
};

/** A piece of a submission that has a column of its own on the board. */
export type BoardField = keyof typeof defaultColumns;
export type ColumnMap = Readonly<Record<BoardField, BoardColumn>>;

/** Every field, in the order of the board. */
export const boardFields = Object.keys(defaultColumns) as BoardField[];

const overrideSchema = v.record(
  v.picklist(boardFields),
  v.strictObject({
    // Wider than the rule for new columns: ids the board gives by itself carry digits.
    id: v.pipe(v.string(), v.regex(/^[a-z0-9_]{1,64}$/, "A column id is a to z, 0 to 9 and _.")),
    type: v.optional(v.picklist(columnTypes)),
  }),
);

/** Fields whose files may go into a column of type `file`. */
export const fileFields = ["audioFiles", "audioLink", "artworkLink", "trackArtwork"] as const;
export type FileField = (typeof fileFields)[number];

/**
 * Reads the override staff keep under `board-columns`: JSON of `{field: {id, type?}}` for the
 * fields that live elsewhere than by default. A field of type `file` is not written as a value: the
 * files themselves are put into its column, which is possible where there are files.
 * @throws Error when it is not JSON, names an unknown field or type, or uses a column twice.
 */
export function parseColumnMap(override: string): ColumnMap {
  const overrides = v.parse(overrideSchema, JSON.parse(override));
  const map: Record<BoardField, BoardColumn> = { ...defaultColumns };
  for (const field of boardFields) {
    const entry = overrides[field];
    if (entry) map[field] = { id: entry.id, type: entry.type ?? defaultColumns[field].type };
  }
  const misplacedField = boardFields.find(
    (field) => map[field].type === "file" && !fileFields.some((one) => one === field),
  );
  if (misplacedField) throw new Error(`${misplacedField} is no file.`);
  const ids = new Set(boardFields.map((field) => map[field].id));
  if (ids.size < boardFields.length) throw new Error("Two fields share one column.");
  return map;
}

/**
 * The override that stands for a map: what {@link parseColumnMap} makes that map of. Fields that live
 * where they do by default are left out.
 */
export function columnOverride(map: ColumnMap): string {
  const movedFields = boardFields.filter((field) => {
    const usual = defaultColumns[field];
    return map[field].id !== usual.id || map[field].type !== usual.type;
  });
  return JSON.stringify(Object.fromEntries(movedFields.map((field) => [field, map[field]])));
}
