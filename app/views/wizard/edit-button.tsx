import type { ComponentProps } from "react";
import { Button } from "~/components/controls";

interface EditButtonProps extends Omit<ComponentProps<typeof Button<"button">>, "type" | "name"> {
  /** What the button does to the form: see `editMusic`. */
  intent: string;
  /** The id of the element that a page without script is shown at afterwards. */
  lands: string;
}

/** A button that changes the form itself, on the server where there is no script. */
export function EditButton({ intent, lands, ...rest }: EditButtonProps) {
  // Only the place in the page differs; the post goes where the form's own would.
  return (
    <Button
      type="submit"
      name="intent"
      value={intent}
      formAction={`#${lands}`}
      variant="default"
      {...rest}
    />
  );
}
