import type { ReactNode } from "react";
import layout from "./staff-layout.module.css";

/** A link that is as high as a target. */
export const TargetLink = (props: { href: string; children: ReactNode }) => (
  <a className={layout.target} {...props} />
);
