import { Button, Textarea } from "@mantine/core";
import type { ReviewReply } from "~/domain/review/review-reply";
import { ReloadLink } from "./reload-link";
import styles from "./review.module.css";

interface ArtistVisiblePanelProps {
  details: {
    note: string;
    storeLinks: string[];
    page: string;
    published: boolean;
    mayBePublished: boolean;
    /** The text if the artist has not signed the agreement. */
    unsigned: string | undefined;
  };
  reply: ReviewReply;
  /** The path and query of this page. */
  currentPath: string;
}

/** What the artist can see of the review, and the publication of the release. */
export function ArtistVisiblePanel({ details, reply, currentPath }: ArtistVisiblePanelProps) {
  const { note, storeLinks, page, published, mayBePublished, unsigned } = details;
  const { seen, values, errors, isConflict } = reply;
  const links = storeLinks.join("\n");
  return (
    <section className={styles.stack} id="for-artist">
      <h2>For the artist</h2>
      <form method="post" action="#for-artist" className={styles.stack} aria-label="For the artist">
        <Textarea
          id="artistNote"
          name="artistNote"
          label="Note for the artist"
          description="They read it on the page of this submission. Nothing is mailed."
          rows={3}
          defaultValue={values.artistNote ?? note}
          error={errors.artistNote?.text}
        />
        <input type="hidden" name="seen" value={seen?.artistNote ?? note} />
        {isConflict && errors.artistNote && <ReloadLink currentPath={currentPath} />}
        <p>
          <Button type="submit" name="intent" value="artist-note" variant="default">
            Save the note
          </Button>
        </p>
      </form>
      {(mayBePublished || storeLinks.length > 0) && (
        <form method="post" action="#for-artist" className={styles.stack} aria-label="Shops">
          <Textarea
            id="storeLinks"
            name="storeLinks"
            label="Where the release is heard"
            description="Links to it on Apple Music, Deezer, Bandcamp and others, one on each line. Its artist sees them, and everybody on its public page."
            rows={4}
            spellCheck={false}
            defaultValue={values.storeLinks ?? links}
            error={errors.storeLinks?.text}
          />
          <input type="hidden" name="seen" value={seen?.storeLinks ?? links} />
          {isConflict && errors.storeLinks && <ReloadLink currentPath={currentPath} />}
          <p>
            <Button type="submit" name="intent" value="store-links" variant="default">
              Save the links
            </Button>
          </p>
        </form>
      )}
      {published || mayBePublished ? (
        <form method="post" action="#for-artist" className={styles.stack} aria-label="Public page">
          <p>
            {published ? (
              <>
                Everybody can see <a href={page}>the release's page</a>.
              </>
            ) : (
              "The release has no page for everybody yet."
            )}
          </p>
          {unsigned && (
            <p className={styles.wrong}>
              <strong>{unsigned}</strong>
            </p>
          )}
          <p>
            <Button
              type="submit"
              name="intent"
              value={published ? "unpublish" : "publish"}
              variant="default"
            >
              {published ? "Take the page away" : "Publish the page"}
            </Button>
          </p>
        </form>
      ) : (
        <p className={styles.small}>Once it's approved you can give the release a public page.</p>
      )}
    </section>
  );
}
