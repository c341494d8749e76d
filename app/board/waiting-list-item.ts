import * as v from "valibot";
import type { ColumnMap } from "./column-map";
import { type ItemPayload, payloadOf } from "./field-texts";

const text = v.optional(v.string(), "");

/** What an artist leaves with the waiting list (portal document, section 3). */
export const artistDataSchema = v.object({
  firstName: text,
  surname: text,
  artistName: text,
  email: text,
  phone: text,
  country: text,
  city: text,
  instagramProfile: text,
  tiktokProfile: text,
  spotifyProfile: text,
  listenLink: text,
});
export type ArtistData = v.InferOutput<typeof artistDataSchema>;

/** An entry of the waiting list; `createdAt` is an ISO string in UTC. */
export interface WaitingListEntry {
  id: string;
  createdAt: string;
  artistData: ArtistData;
}

/** The board item of an entry of the waiting list. It carries its id where submissions carry theirs. */
export function waitingListItem(
  { id, createdAt, artistData }: WaitingListEntry,
  columns: ColumnMap,
): ItemPayload {
  const { phone, listenLink, ...texts } = artistData;
  const name = artistData.artistName || `${artistData.firstName} ${artistData.surname}`.trim();
  return payloadOf(
    `${name} - Waiting list`,
    {
      ...texts,
      phone: { text: phone, country: artistData.country },
      listenLink,
      status: "Pending",
      submittedAt: createdAt,
      submissionId: id,
      submissionSource: "Waiting list",
    },
    columns,
  );
}
