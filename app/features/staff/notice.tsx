import { Alert } from "@mantine/core";
import type { ReactNode } from "react";

interface NoticeProps {
  tone?: "good" | "waiting";
  children: ReactNode;
}

/** What was just done, or why it was not. */
export const Notice = ({ tone = "good", children }: NoticeProps) => (
  <Alert role="status" color={tone}>
    {children}
  </Alert>
);
