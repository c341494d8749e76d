import { Stack, Text } from "@mantine/core";
import { type ReactNode, useRef, useState } from "react";
import { useFormReply } from "~/ui/form-reply-context";
import { useOnMountAndChange } from "~/ui/use-on-change";
import panels from "../panels.module.css";
import styles from "./contributors.module.css";

interface CreditDetailsProps {
  title: string;
  /** The number of credited people as of the last edit. */
  count: number;
  /** The name of the list, which is the prefix of its fields. */
  name: string;
  /** Whether it is open initially. */
  open: boolean;
  children: ReactNode;
}

/** One list of the panel in a native details element; its fields are posted open or closed. */
export function CreditDetails({ title, count, name, open, children }: CreditDetailsProps) {
  const { errors, refusal } = useFormReply();
  const details = useRef<HTMLDetailsElement>(null);
  const hasErrors = Object.keys(errors).some((field) => field.startsWith(`${name}[`));
  // Set once: afterwards the artist opens and closes it.
  const [isInitiallyOpen] = useState(open || hasErrors);
  useOnMountAndChange(refusal, () => {
    if (hasErrors && details.current) details.current.open = true;
  });
  return (
    <details ref={details} open={isInitiallyOpen} className={styles.details}>
      <summary className={panels.summary}>
        <Text component="span" fw={600} py={10}>
          {title}
        </Text>
        <Text component="span" c="dimmed" ml="auto">
          {count || "None"}
        </Text>
      </summary>
      <Stack pb="md">{children}</Stack>
    </details>
  );
}
