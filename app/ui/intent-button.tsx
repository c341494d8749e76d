import { Button, type ButtonProps } from "@mantine/core";
import { type ComponentPropsWithoutRef, forwardRef } from "react";

type IntentButtonProps = ButtonProps &
  Omit<ComponentPropsWithoutRef<"button">, keyof ButtonProps> & { intent: string };

/** Submits a form that has several buttons; the intent tells the action which one was pressed. */
export const IntentButton = forwardRef<HTMLButtonElement, IntentButtonProps>(function IntentButton(
  { intent, ...props },
  ref,
) {
  return <Button ref={ref} type="submit" name="intent" value={intent} {...props} />;
});

/** One that is not the first choice of its form. */
export const SecondaryButton = forwardRef<HTMLButtonElement, IntentButtonProps>(
  function SecondaryButton(props, ref) {
    return <IntentButton ref={ref} variant="default" {...props} />;
  },
);
