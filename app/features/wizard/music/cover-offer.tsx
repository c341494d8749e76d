import { Button, Group, Paper } from "@mantine/core";
import { createContext } from "react";
import { ARTWORK_SLOT } from "~/domain/uploads/slots";
import { fieldId } from "~/ui/field";
import { useMusicPage } from "../music-page-context";
import { chooseFile } from "../upload/choose-file";
import { uploads } from "../upload/uploads.client";

/** Offers a picture among the added files as the artwork of the release. */
export const OfferCoverContext = createContext<(picture: File) => void>(() => undefined);

interface CoverOfferProps {
  picture: File;
  /** Called once the artist has answered. */
  onAnswer: () => void;
}

/** Asks whether a picture among the added files becomes the artwork; it never does so by itself. */
export function CoverOffer({ picture, onAnswer }: CoverOfferProps) {
  const { files } = useMusicPage();
  const live = uploads.table.stateIn(ARTWORK_SLOT);
  const present =
    live && live.phase !== "failed"
      ? live.fileName
      : (live?.replaces?.fileName ??
        files.find(({ slot, state }) => slot === ARTWORK_SLOT && state !== "expired")?.fileName);

  function answer(isWanted: boolean) {
    if (isWanted) chooseFile(ARTWORK_SLOT, "artwork", picture);
    onAnswer();
    // The buttons are removed; the field shows the result.
    document.getElementById(fieldId(ARTWORK_SLOT))?.focus();
  }

  return (
    <Paper component="section" aria-labelledby="cover-offer" p="sm" mb="sm">
      <p id="cover-offer" role="status">
        {present === undefined
          ? `"${picture.name}" is a picture. Use it as the cover art of this release?`
          : `"${picture.name}" is a picture. Your cover art is "${present}" now. Use the new one instead?`}
      </p>
      <Group gap="xs" mt="xs">
        <Button onClick={() => answer(true)}>
          {present === undefined ? "Use as cover art" : "Replace the cover art"}
        </Button>
        <Button variant="default" onClick={() => answer(false)}>
          {present === undefined ? "Leave it out" : "Keep the cover art"}
        </Button>
      </Group>
    </Paper>
  );
}
