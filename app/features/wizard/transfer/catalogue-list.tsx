import { Box, Group, Paper, Stack, Text, VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";
import type { CatalogueItem } from "~/domain/catalogue/catalogue-item";
import { formatReleaseDate } from "~/domain/catalogue/format-release-date";
import { formatIsrc } from "~/platform/formats/isrc";
import { playingTime } from "~/platform/formats/playing-time";
import { SecondaryButton } from "~/ui/intent-button";
import layout from "../layout.module.css";
import panels from "../panels.module.css";
import { Cover } from "./cover";

/** The releases to transfer, posted with the form. */
export function CatalogueList({ items }: { items: readonly CatalogueItem[] }) {
  if (items.length === 0)
    return <Text c="dimmed">None yet. Add every release you want to move to us.</Text>;
  return (
    <Stack component="ul" className={layout.plain} aria-label="Releases to transfer">
      {items.map((item, index) => (
        <Paper component="li" key={`${item.type}:${item.id}`} p="sm" bg="var(--surface)">
          <input type="hidden" name={`catalogueItems[${index}]`} value={JSON.stringify(item)} />
          <Release item={item} />
        </Paper>
      ))}
    </Stack>
  );
}

const kinds = { album: "Album", track: "Track" };

function Release({ item }: { item: CatalogueItem }) {
  const { type, id, title, artist, image, releaseDate } = item;
  const { label } = item.type === "album" ? item.albumDetails : item.trackDetails;
  const details = [kinds[type], label, formatReleaseDate(releaseDate)].filter(Boolean);
  return (
    <>
      <Group align="flex-start">
        <Cover src={image} alt={`Cover of ${title}`} />
        <Stack gap={0} flex="1 1 120px" miw={0}>
          <Text fw={600}>{title}</Text>
          <Text>{artist}</Text>
          <Text c="dimmed">{details.join(" · ")}</Text>
        </Stack>
        <SecondaryButton intent={`remove-item:${type}:${id}`} formAction="#catalogue">
          Remove<VisuallyHidden> {title}</VisuallyHidden>
        </SecondaryButton>
      </Group>
      <ReleaseDetails item={item} />
    </>
  );
}

/** The codes and tracks of a release, which must not change by the transfer. */
function ReleaseDetails({ item }: { item: CatalogueItem }) {
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
