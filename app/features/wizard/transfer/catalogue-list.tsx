import { Group, Paper, Stack, Text, VisuallyHidden } from "@mantine/core";
import type { CatalogueItem } from "~/domain/catalogue/catalogue-item";
import { formatReleaseDate } from "~/domain/catalogue/format-release-date";
import { SecondaryButton } from "~/ui/intent-button";
import layout from "../layout.module.css";
import { ReleaseDetails } from "./catalogue-release";
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
