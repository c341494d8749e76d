import { Button, Group, Paper } from "@mantine/core";
import { createContext } from "react";
import { ARTWORK_SLOT } from "~/domain/uploads/slots";
import { fieldId } from "~/ui/field";
import { chooseFile } from "../upload/choose-file";

/** Takes a picture among the added files for the artwork of the release. */
export const OfferCoverContext = createContext<(picture: File) => void>(() => undefined);

interface CoverOfferProps {
  picture: File;
  /** The name of the artwork now. */
  present: string;
  /** Called once the artist has answered. */
  onAnswer: () => void;
}

/** Asks whether a picture among the added files takes the place of the artwork. */
export function CoverOffer({ picture, present, onAnswer }: CoverOfferProps) {
  function answer(isWanted: boolean) {
    if (isWanted) chooseFile(ARTWORK_SLOT, "artwork", picture);
    onAnswer();
    // The buttons are removed; the field shows the result.
    document.getElementById(fieldId(ARTWORK_SLOT))?.focus();
  }

  return (
    <Paper component="section" aria-labelledby="cover-offer" p="sm" mb="sm">
      <p id="cover-offer" role="status">
        "{picture.name}" is a picture. Your cover art is "{present}" now. Use the new one instead?
      </p>
      <Group gap="xs" mt="xs">
        <Button onClick={() => answer(true)}>Replace the cover art</Button>
        <Button variant="default" onClick={() => answer(false)}>
          Keep the cover art
        </Button>
      </Group>
    </Paper>
  );
}
