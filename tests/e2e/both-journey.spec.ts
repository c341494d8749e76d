import * as v from "valibot";
import { appUnderTest } from "../support/app-under-test";
import {
  addBySearch,
  addByUrl,
  albumUrl,
  recordedAlbum,
  recordedTrack,
  trackUrl,
} from "../support/catalogue-steps";
import { expect, scriptedAsVariant, test } from "../support/journey";
import { chooseUploadType, openAdder } from "../support/music-step-page";
import {
  completeSubmission,
  fillDetails,
  goToMusicStep,
  type Sender,
  sender,
  tickSoloWork,
  trackAudio,
  trackTitle,
  waitForRecord,
} from "../support/release-journey";
import { firstTrack, release } from "../support/sandbox-catalogue";
import { shortWav, sleeve } from "../support/test-files";
import { dateInDays } from "../support/visitor";
import { artworkField } from "../support/wizard";

const weather = release("Slow Weather");
const bus = firstTrack("Night Bus");

const boardItem = v.object({
  id: v.string(),
  name: v.string(),
  column_values: v.record(v.string(), v.unknown()),
});

/** What the board holds of a sender. */
async function findItems({ name }: Sender) {
  const reply = await fetch(`${appUnderTest().url}/sandbox/monday/items`);
  const items = v.parse(v.array(boardItem), await reply.json());
  return items.filter((item) => item.name.startsWith(name));
}

scriptedAsVariant((mode) => {
  test("a new single goes out together with an album and a track to transfer", async ({
    page,
    scripted,
  }) => {
    const artist = sender(mode);
    await goToMusicStep(page, artist);
    await chooseUploadType(page, "Both Options", scripted);
    await page.getByLabel("Your current distributor").selectOption("Ditto Music");
    await openAdder(page);
    await addBySearch(page, weather);
    const { title, release: releaseTitle } = bus;
    await addByUrl(page, `${trackUrl(bus)}?si=abc`, { title, label: releaseTitle.label, scripted });
    await trackTitle(page, 0).fill("Night Ferry");
    await tickSoloWork(page, 0);
    await fillDetails(page, "Night Ferry");
    await trackAudio(page, 0).setInputFiles(shortWav().path);
    await artworkField(page).setInputFiles(sleeve().path);
    await completeSubmission(page);

    const { form_data: form, files, monday_item_id: itemId } = await waitForRecord(artist);
    const [audio, artwork] = ["track", "artwork"].map((kind) =>
      files.find((file) => file.kind === kind),
    );
    expect(files).toHaveLength(2);
    expect(form).toMatchObject({
      artistName: artist.name,
      email: artist.email,
      uploadType: "both",
      releaseType: "single",
      classifiedType: "single",
      releaseTitle: "Night Ferry",
      primaryGenre: "Folk",
      subGenre: "Indie Folk",
      releaseDate: dateInDays(42),
      tracks: [{ title: "Night Ferry", uploadId: audio?.uploadId, metadata: { soloWork: true } }],
      artworkUploadId: artwork?.uploadId,
      distributor: "Ditto Music",
      catalogueItems: [recordedAlbum(weather), recordedTrack(bus)],
    });
    const items = await findItems(artist);
    expect(items.map(({ id, name }) => [id, name])).toEqual([
      [itemId, `${artist.name} - Night Ferry`],
    ]);
    expect(items[0]?.column_values).toMatchObject({
      upload_type: { label: "Both" },
      release_type: { label: "Single" },
      distributor: "Ditto Music",
      transfer_urls: { text: `${albumUrl(weather)},${trackUrl(bus)}` },
      transfer_titles: { text: `Slow Weather, Sigrid Vale\nNight Bus, Halcyon Grid` },
    });
  });
});
