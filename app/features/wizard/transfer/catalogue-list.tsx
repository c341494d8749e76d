import { Button, VisuallyHidden } from "@mantine/core";
import type { CatalogueItem } from "~/domain/catalogue/catalogue-item";
import { formatReleaseDate } from "~/domain/catalogue/format-release-date";
import lists from "~/ui/lists.module.css";
import panels from "../panels.module.css";
import { ReleaseDetails } from "./catalogue-release";
import { Cover } from "./cover";
import styles from "./transfer.module.css";

/** The releases to transfer, posted with the form. */
export function CatalogueList({ items }: { items: readonly CatalogueItem[] }) {
  if (items.length === 0)
    return <p className={styles.muted}>None yet. Add every release you want to move to us.</p>;
  return (
    <ul className={`${lists.stack} ${styles.list}`} aria-label="Releases to transfer">
      {items.map((item, index) => (
        <li key={`${item.type}:${item.id}`} className={`${panels.panel} ${styles.item}`}>
          <input type="hidden" name={`catalogueItems[${index}]`} value={JSON.stringify(item)} />
          <Release item={item} />
        </li>
      ))}
    </ul>
  );
}

const kinds = { album: "Album", track: "Track" };

function Release({ item }: { item: CatalogueItem }) {
  const { type, id, title, artist, image, releaseDate } = item;
  const { label } = item.type === "album" ? item.albumDetails : item.trackDetails;
  const details = [kinds[type], label, formatReleaseDate(releaseDate)].filter(Boolean);
  return (
    <>
      <Cover src={image} alt={`Cover of ${title}`} />
      <div className={styles.words}>
        <p className={styles.title}>{title}</p>
        <p>{artist}</p>
        <p className={styles.muted}>{details.join(" · ")}</p>
      </div>
      <ReleaseDetails item={item} />
      <Button
        type="submit"
        name="intent"
        value={`remove-item:${type}:${id}`}
        formAction="#catalogue"
        variant="default"
        className={styles.remove}
      >
        Remove<VisuallyHidden> {title}</VisuallyHidden>
      </Button>
    </>
  );
}
