import type { FoundRelease } from "~/catalogue/catalogue-item";
import lists from "~/components/lists.module.css";
import styles from "./adder.module.css";
import { Cover } from "./cover";
import type { Adding } from "./use-adding";

const groups = [
  { type: "album", title: "Albums" },
  { type: "track", title: "Tracks" },
] as const;

interface ResultListProps {
  items: readonly FoundRelease[];
  busy: boolean;
  adding: Adding;
}

/** What a search has found, to be added by a press: albums, then tracks. */
export function ResultList({ items, busy, adding }: ResultListProps) {
  return groups.map(({ type, title }) => {
    const found = items.filter((one) => one.type === type);
    if (found.length === 0) return null;
    return (
      <div key={type}>
        <h4 id={`found-${type}`} className={styles.group}>
          {title}
        </h4>
        <ul className={lists.results} aria-labelledby={`found-${type}`} aria-busy={busy}>
          {found.map((one) => (
            <li key={one.id}>
              <Result found={one} adding={adding} />
            </li>
          ))}
        </ul>
      </div>
    );
  });
}

function Result({ found, adding }: { found: FoundRelease; adding: Adding }) {
  const { type, id, title, artist, image, album, releaseDate = "" } = found;
  const facts = [artist, album !== title && album, releaseDate.slice(0, 4)].filter(Boolean);
  const isAdded = adding.isAdded(found);
  return (
    <button
      type="submit"
      name="intent"
      value={`add-found:${type}:${id}`}
      formAction="#catalogue"
      className={lists.result}
      onClick={(event) => {
        event.preventDefault();
        void adding.addFound(found);
      }}
    >
      <Cover src={image} alt="" small />
      <span className={styles.what}>
        <span className={styles.title}>{title}</span>{" "}
        <span className={styles.muted}>{facts.join(" · ")}</span>
      </span>{" "}
      <span className={lists.verb} data-done={isAdded || undefined}>
        {isAdded ? "Added" : "Add"}
      </span>
    </button>
  );
}
