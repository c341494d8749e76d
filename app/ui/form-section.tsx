import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import styles from "./form-section.module.css";

export function FormSection({
  title,
  hint,
  aside,
  children,
}: {
  title: string;
  hint?: ReactNode;
  /** Beside the title. */
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h2>{title}</h2>
        {aside}
      </div>
      {hint && (
        <Text c="dimmed" mt={-8}>
          {hint}
        </Text>
      )}
      {children}
    </section>
  );
}

export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}
