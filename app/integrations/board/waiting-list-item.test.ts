import * as v from "valibot";
import { expect, test } from "vitest";
import { artistDataSchema } from "~/domain/board/waiting-artist";
import { defaultColumns } from "./column-map";
import { waitingListBlocks, waitingListItem } from "./waiting-list-item";

const entry = (artistData: object) => ({
  id: "01WAIT",
  reference: "AAAAA-BBBBB",
  createdAt: "2026-11-21T12:00:00.000Z",
  replyDueAt: "2026-12-04T12:00:00.000Z",
  artistData: v.parse(artistDataSchema, artistData),
});

test("an entry of the waiting list becomes an item that carries its id and its listen link", () => {
  const artist = {
    firstName: "Ada",
    surname: "Byron",
    artistName: "Ada",
    email: "ada@example.com",
    country: "Ireland",
    city: "Cork",
    instagramProfile: "instagram.com/ada",
    listenLink: "https://soundcloud.com/ada/demo",
  };
  expect(waitingListItem(entry(artist), defaultColumns)).toEqual({
    itemName: "Ada - Waiting list",
    columnValues: {
      artist_name: "Ada",
      first_name: "Ada",
      surname: "Byron",
      email: { email: "ada@example.com", text: "ada@example.com" },
      country: { countryCode: "IE", countryName: "Ireland" },
      city: "Cork",
      instagram: { url: "https://instagram.com/ada", text: "instagram.com/ada" },
      listen_link: { url: "https://soundcloud.com/ada/demo", text: "soundcloud.com/ada/demo" },
      status: { label: "Pending" },
      submitted_at: { date: "2026-11-21" },
      reply_due_date: { date: "2026-12-04" },
      reference: "AAAAA-BBBBB",
      submission_id: "01WAIT",
      submission_source: "Waiting list",
    },
  });
});

test("without an artist name the item is named after the person", () => {
  const item = waitingListItem(entry({ firstName: "Ada", surname: "Byron" }), defaultColumns);
  expect(item.itemName).toBe("Ada Byron - Waiting list");
});

test("what an artist says of the project stands under the item, as text; most say nothing", () => {
  const waitingEntry = entry({
    projectDescription: "Two <b>songs</b>.\n\nOut in May.",
    submissionIntent: "keep-updated",
  });
  expect(waitingListBlocks(waitingEntry)).toEqual([
    {
      title: "What the artist says",
      lines: ["Wants to be kept updated.", "Two &lt;b&gt;songs&lt;/b&gt;.", "Out in May."],
    },
  ]);
  expect(waitingListBlocks(entry({ submissionIntent: "submit-music" }))).toEqual([]);
});
