import { Box, Group, Stack, Text, VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";
import type { CatalogueItem } from "~/domain/catalogue/catalogue-item";
import { formatIsrc } from "~/platform/formats/isrc";
import { playingTime } from "~/platform/formats/playing-time";
import layout from "../layout.module.css";
import panels from "../panels.module.css";

/** The codes and tracks of a release, which must not change by the transfer. */
export function ReleaseDetails({ item }: { item: CatalogueItem }) {
  return (
    <details>
      <summary className={`${panels.summary} ${layout.tall}`}>
        Tracks and codes<VisuallyHidden> of {item.title}</VisuallyHidden>
      </summary>
      {item.type === "album" ? (
        <Album details={item.albumDetails} />
      ) : (
        <Track details={item.trackDetails} />
      )}
    </details>
  );
}

type AlbumDetails = Extract<CatalogueItem, { type: "album" }>["albumDetails"];
type TrackDetails = Extract<CatalogueItem, { type: "track" }>["trackDetails"];

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <Box flex="1 1 200px" miw={0}>
      <Text component="dt" size="sm" c="dimmed">
        {term}
      </Text>
      <dd>{children || "Not known"}</dd>
    </Box>
  );
}

function Album({ details }: { details: AlbumDetails }) {
  const { upc, tracks, totalTracks, copyrights } = details;
  if (tracks.length === 0 && !upc)
    return <Text c="dimmed">Spotify gave no details for this release.</Text>;
  return (
    <>
      <Group component="dl" gap="xs" align="flex-start">
        <Fact term="UPC">{upc}</Fact>
        {copyrights.length > 0 && (
          <Fact term="Copyright">{copyrights.map(({ text }) => text).join(", ")}</Fact>
        )}
      </Group>
      <Stack component="ol" gap="xs" mt="sm" className={layout.plain}>
        {tracks.map(({ trackNumber, title, duration, isrc }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two discs have a track 1 each.
          <Group component="li" key={index} gap="xs" wrap="nowrap" align="baseline">
            <Text span c="dimmed" w="2ch" ta="right">
              {trackNumber}
            </Text>
            <Stack gap={0} flex={1} miw={0}>
              <span>{title}</span>
              <Text span size="sm" c="dimmed">
                ISRC {isrc ? formatIsrc(isrc) : "not known"}
              </Text>
            </Stack>
            <Text span c="dimmed">
              {playingTime(Math.round(duration / 1_000))}
            </Text>
          </Group>
        ))}
      </Stack>
      {totalTracks > tracks.length && (
        <Text c="dimmed">
          These are {tracks.length} of {totalTracks} tracks: Spotify lists no more.
        </Text>
      )}
    </>
  );
}

function Track({ details }: { details: TrackDetails }) {
  const { isrc, upc, album, duration } = details;
  if (!isrc && !upc && duration === 0)
    return <Text c="dimmed">Spotify gave no details for this release.</Text>;
  return (
    <Group component="dl" gap="xs" align="flex-start">
      <Fact term="ISRC">{isrc && formatIsrc(isrc)}</Fact>
      <Fact term="UPC">{upc}</Fact>
      <Fact term="Album">{album}</Fact>
      <Fact term="Length">{duration > 0 && playingTime(Math.round(duration / 1_000))}</Fact>
    </Group>
  );
}
