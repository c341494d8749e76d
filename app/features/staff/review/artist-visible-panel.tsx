import { Stack, Text, Textarea } from "@mantine/core";
import { SecondaryButton } from "~/ui/intent-button";
import { withLocalTimes } from "~/ui/local-time";
import { Dimmed } from "../dimmed";
import type { EntryProps } from "./entry-data";
import { ReloadLink } from "./reload-link";
import type { ReviewSubmission } from "./review-page.server";

interface ArtistVisiblePanelProps extends Pick<EntryProps, "reply" | "currentPath"> {
  details: ReviewSubmission["forArtist"];
}

/** What the artist can see of the review, and the publication of the release. */
export function ArtistVisiblePanel({ details, reply, currentPath }: ArtistVisiblePanelProps) {
  const { note, storeLinks, page, published, mayBePublished, unsigned } = details;
  const { seen, values, errors, isConflict } = reply;
  const links = storeLinks.join("\n");
  return (
    <Stack component="section" id="for-artist">
      <form method="post" action="#for-artist" aria-label="For the artist">
        <Stack>
          <Textarea
            id="artistNote"
            name="artistNote"
            label="Note for the artist"
            description="They read it on the page of this submission. Nothing is mailed."
            rows={3}
            defaultValue={values.artistNote ?? note}
            error={withLocalTimes(errors.artistNote?.text)}
          />
          <input type="hidden" name="seen" value={seen?.artistNote ?? note} />
          {isConflict && errors.artistNote && <ReloadLink currentPath={currentPath} />}
          <div>
            <SecondaryButton intent="artist-note">Save the note</SecondaryButton>
          </div>
        </Stack>
      </form>
      {(mayBePublished || storeLinks.length > 0) && (
        <form method="post" action="#for-artist" aria-label="Shops">
          <Stack>
            <Textarea
              id="storeLinks"
              name="storeLinks"
              label="Where the release is heard"
              description="Links to it on Apple Music, Deezer, Bandcamp and others, one on each line. Its artist sees them, and everybody on its public page."
              rows={4}
              spellCheck={false}
              defaultValue={values.storeLinks ?? links}
              error={withLocalTimes(errors.storeLinks?.text)}
            />
            <input type="hidden" name="seen" value={seen?.storeLinks ?? links} />
            {isConflict && errors.storeLinks && <ReloadLink currentPath={currentPath} />}
            <div>
              <SecondaryButton intent="store-links">Save the links</SecondaryButton>
            </div>
          </Stack>
        </form>
      )}
      {published || mayBePublished ? (
        <form method="post" action="#for-artist" aria-label="Public page">
          <Stack>
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
              <Text size="sm" c="var(--bad)">
                <strong>{unsigned}</strong>
              </Text>
            )}
            <div>
              <SecondaryButton intent={published ? "unpublish" : "publish"}>
                {published ? "Unpublish the page" : "Publish the page"}
              </SecondaryButton>
            </div>
          </Stack>
        </form>
      ) : (
        <Dimmed>Once it's approved you can give the release a public page.</Dimmed>
      )}
    </Stack>
  );
}
