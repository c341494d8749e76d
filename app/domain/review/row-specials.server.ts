import { sql } from "drizzle-orm";
import * as v from "valibot";
import { hasFailedMailSql } from "~/domain/mail/troubled-mails.server";
import { audioFindingsSchema } from "~/domain/media/audio-findings";
import { pictureOf, probeSchema } from "~/domain/uploads/probe";
import { type Database, textListSql } from "~/platform/database.server";
import { writtenName } from "~/platform/formats/written-name";
import { type ProvableRight, provableRights } from "./finding-words";
import type { ReviewItem } from "./review-item";
import { type RowFacts, type RowSpecial, specialsOf } from "./row-specials";

const json = <T extends v.GenericSchema>(schema: T) => v.pipe(v.string(), v.parseJson(), schema);
const text = v.fallback(v.string(), "");
const uploadId = v.nullable(v.string());

const nameSchema = v.object({ firstName: text, surname: text });

const releaseSchema = v.object({
  artistName: text,
  releaseTitle: text,
  tracks: v.array(
    v.object({ title: text, artwork: uploadId, guests: v.fallback(v.array(nameSchema), []) }),
  ),
});

const proofSchema = v.object({
  ...{ id: v.string(), trackId: v.string(), fileName: v.string() },
  question: v.picklist(provableRights),
});

/** Which rights are named in release details, and not proved. */
export type ReadUnproved = (
  details: unknown,
  proofs: readonly v.InferOutput<typeof proofSchema>[],
) => readonly ProvableRight[];

const rowSchema = v.object({
  id: v.string(),
  hasFailedMail: v.number(),
  notes: v.number(),
  sounds: json(v.array(v.omit(audioFindingsSchema, ["fingerprint", "waveform", "places"]))),
  release: v.nullable(json(releaseSchema)),
  pictures: json(v.array(v.object({ id: v.string(), kind: v.string(), probe: probeSchema }))),
  /** Of its release details as they were typed: the answer about explicit words, by track. */
  explicit: json(v.array(v.nullable(v.string()))),
  /** Its release details as they were sent. */
  sent: v.nullable(json(v.unknown())),
  proofs: json(v.array(proofSchema)),
});

const FILES = sql.raw("json_each(sent.files) AS file");
const FILE_ID = sql.raw("file.value ->> '$.uploadId'");

const COLUMNS = sql`item.id, ${hasFailedMailSql(sql`item.id`)} AS hasFailedMail,
  (SELECT count(*) FROM staff_notes WHERE item_id = item.id) AS notes,
  iif(item.has_findings, (SELECT json_group_array(json_remove(findings, '$.fingerprint', '$.waveform', '$.places'))
    FROM ${FILES} CROSS JOIN track_findings ON upload_id = ${FILE_ID} WHERE findings <> 'null'), '[]') AS sounds,
  iif(form_data ->> '$.uploadType' = 'transfer', NULL, json_object(
    'artistName', form_data ->> '$.artistName', 'releaseTitle', form_data ->> '$.releaseTitle',
    'tracks', json((SELECT json_group_array(json_object('title', track.value ->> '$.title',
      'artwork', track.value ->> '$.customArtworkUploadId',
      'guests', json(coalesce(track.value -> '$.metadata.featuredArtists', '[]')))) FROM json_each(form_data, '$.tracks') AS track))
  )) AS release,
  (SELECT json_group_array(json_object('id', picture.id, 'kind', picture.kind, 'probe', json(probe)))
    FROM ${FILES} CROSS JOIN uploads AS picture ON picture.id = ${FILE_ID}
    WHERE picture.kind <> 'track' AND probe IS NOT NULL) AS pictures,
  (SELECT json_group_array(track.value ->> '$.explicit')
    FROM json_each(answers, '$.details.tracks') AS track) AS explicit,
  json_set(json_extract(details.sent, '$.details'), '$.tracks', json((SELECT
    json_group_array(json_remove(track.value, '$.lyrics')) FROM json_each(details.sent, '$.details.tracks') AS track
  ))) AS sent,
  (SELECT json_group_array(json_object('id', id, 'trackId', track_id, 'question', question,
    'fileName', file_name)) FROM rights_proofs WHERE submission_id = item.id) AS proofs`;

function toFacts(row: v.InferOutput<typeof rowSchema>, readUnproved: ReadUnproved): RowFacts {
  const { hasFailedMail, notes, sounds, release, pictures, explicit, sent, proofs } = row;
  const pictureWith = (isIt: (picture: (typeof pictures)[number]) => boolean) =>
    pictureOf(pictures.find(isIt)?.probe);
  return {
    ...{ hasFailedMail: hasFailedMail === 1, notes, sounds },
    release: release
      ? {
          ...release,
          tracks: release.tracks.map(({ title, artwork, guests }, index) => ({
            ...{ id: String(index), title, guests: guests.map(writtenName) },
            ...{ explicit: explicit[index] ?? undefined },
            artwork: pictureWith(({ id }) => id === artwork),
          })),
          artwork: pictureWith(({ kind }) => kind === "artwork"),
        }
      : undefined,
    unproved: sent ? readUnproved(sent, proofs) : [],
  };
}

/** What is known of entries, by their ids; one statement. */
export async function entryFacts(
  db: Database,
  ids: readonly string[],
  readUnproved: ReadUnproved,
): Promise<ReadonlyMap<string, RowFacts>> {
  const rows = await db.all(sql`SELECT ${COLUMNS} FROM ${textListSql(ids)} AS shown
    CROSS JOIN review_items AS item ON item.id = shown.value
    LEFT JOIN submissions AS sent ON sent.id = item.id AND json_valid(form_data)
    LEFT JOIN release_details AS details ON details.submission_id = item.id`);
  const known = v.parse(v.array(rowSchema), rows);
  return new Map(known.map((row) => [row.id, toFacts(row, readUnproved)]));
}

/** What is special about a page's entries, by their ids, the most important first; one statement. */
export async function rowSpecials(
  db: Database,
  items: readonly ReviewItem[],
  readUnproved: ReadUnproved,
): Promise<Map<string, RowSpecial[]>> {
  const ids = items.map(({ id }) => id);
  const facts = await entryFacts(db, ids, readUnproved);
  return new Map(
    items.flatMap((item) => {
      const ofItem = facts.get(item.id);
      return ofItem ? [[item.id, specialsOf(item, ofItem)] as const] : [];
    }),
  );
}
