import { Text } from "@mantine/core";

interface ShareNoteProps {
  /** The prefix of the row's fields. */
  prefix: string;
  /** What was typed, where it counts as another number. */
  typedShare?: string | undefined;
  /** That it counts as another number, in words, if so. */
  text: string;
}

/** Says that a typed share was rounded, and sends what was typed with the form again. */
export function ShareNote({ prefix, typedShare = "", text }: ShareNoteProps) {
  return (
    <>
      <input type="hidden" name={`${prefix}.typedShare`} value={typedShare} />
      {text && <Text size="sm">{text}</Text>}
    </>
  );
}
