import type { Button } from "@mantine/core";
import type { ComponentProps } from "react";
import { SecondaryButton } from "~/ui/intent-button";

interface EditButtonProps extends Omit<ComponentProps<typeof Button<"button">>, "type" | "name"> {
  /** The intent: see `editMusic`. */
  intent: string;
  /** The id of the element to show after a post without script. */
  landingId: string;
}

/** A button that edits the form, on the server if there is no script. */
export function EditButton({ intent, landingId, ...rest }: EditButtonProps) {
  // The form's own action with a fragment.
  return <SecondaryButton intent={intent} formAction={`#${landingId}`} {...rest} />;
}
