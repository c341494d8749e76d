import { releaseDay } from "~/catalogue/release-words";
import { Sleeve } from "~/components/sleeve";
import { longDate } from "~/platform/formats/dates";
import {
  hasNewMusic,
  hasTransfer,
  type MusicAnswers,
  uploadTypes,
} from "~/submission/music/music-step";
import { releaseDays } from "~/submission/music/release-days";
import { releaseTypeOf } from "~/submission/music/release-type";
import type { Answers } from "~/submission/steps/answers";
import { ARTWORK_SLOT } from "~/uploads/slots";
import type { FileView } from "~/uploads/upload";
import { ReleaseGroups } from "./release-group";
import styles from "./release-summary.module.css";
import { Group, Row, Rows } from "./summary-rows";

/** Everything that will be submitted, grouped by the step where it can be changed. */
export function ReleaseSummary({ answers, files }: { answers: Answers; files: FileView[] }) {
  const { artist, music, about } = answers;
  return (
    <>
      {music && <Cover music={music} artistName={artist?.artistName ?? ""} files={files} />}
      <Group title="Artist" step="artist">
        <Rows>
          <Row term="Artist name" value={artist?.artistName} />
          <Row term="Name" value={`${artist?.firstName ?? ""} ${artist?.surname ?? ""}`.trim()} />
          <Row term="Email" value={artist?.email} />
          <Row term="Phone" value={artist?.phone} />
          <Row term="Location" value={[artist?.city, artist?.country].filter(Boolean).join(", ")} />
          <Row term="Spotify" value={artist?.spotifyProfile} />
          <Row term="Instagram" value={artist?.instagramProfile} />
          <Row term="TikTok" value={artist?.tiktokProfile} />
        </Rows>
      </Group>
      {music && hasNewMusic(music) && <ReleaseGroups music={music} files={files} />}
      {music && hasTransfer(music) && <Transfer music={music} />}
      <Group title="About Your Music" step="about">
        <Rows>
          <Row term="Bio" value={about?.bio} />
          <Row term="For Fans Of" value={about?.influences} />
          <Row
            term="Publishing administration"
            value={about?.publishingAdministrationInterest ? "Interested" : "Not interested"}
          />
          <Row term="PRO number" value={about?.proNumber} />
        </Rows>
      </Group>
    </>
  );
}

function Cover(props: { music: MusicAnswers; artistName: string; files: FileView[] }) {
  const { music, artistName, files } = props;
  const artwork = files.find((file) => file.slot === ARTWORK_SLOT);
  const moved = music.catalogueItems.length;
  const sent = uploadTypes.find(({ value }) => value === music.uploadType)?.label;
  if (!hasNewMusic(music))
    return (
      <div>
        <p className={styles.quiet}>{sent}</p>
        <p className={styles.title}>Catalogue transfer</p>
        <p>{artistName}</p>
        <p className={styles.quiet}>{moved === 1 ? "1 release" : `${moved} releases`}</p>
      </div>
    );
  const type = releaseTypeOf(music.releaseType).label;
  const { full, firstSingle } = releaseDays(music);
  return (
    <Sleeve
      src={artwork?.state === "complete" ? artwork.url : undefined}
      alt="Artwork of the release"
      brokenText="This browser cannot show the picture. It is stored all the same."
    >
      <p className={styles.quiet}>{sent}</p>
      <p className={styles.title}>{music.releaseTitle || "Untitled Release"}</p>
      <p>{artistName}</p>
      <p className={styles.quiet}>
        {type} · {longDate(full)}
        {firstSingle && `, first single ${longDate(firstSingle)}`}
      </p>
    </Sleeve>
  );
}

function Transfer({ music }: { music: MusicAnswers }) {
  return (
    <Group title="Catalogue transfer" step="music">
      <Rows>
        <Row term="Current distributor" value={music.distributor} />
        {music.catalogueItems.map((item) => {
          const { label } = item.type === "album" ? item.albumDetails : item.trackDetails;
          return (
            <Row
              key={`${item.type}:${item.id}`}
              term={item.title}
              value={[
                item.artist,
                item.type === "album" ? "Album" : "Track",
                label,
                releaseDay(item.releaseDate),
              ]
                .filter(Boolean)
                .join(" · ")}
            />
          );
        })}
      </Rows>
    </Group>
  );
}
