import { type ReactNode, useId, useRef } from "react";
import styles from "./banner.module.css";
import { SupportContact } from "./support";
import { useOnMountAndChange } from "./use-on-change";

/**
 * The red banner over a step with errors. It takes the focus when it appears and whenever `focusKey` changes,
 * except while that is false.
 */
export function Banner(props: { title: string; focusKey: unknown; children: ReactNode }) {
  const { title, focusKey, children } = props;
  const banner = useRef<HTMLDivElement>(null);
  const id = useId();
  useOnMountAndChange(focusKey, () => focusKey !== false && banner.current?.focus());
  return (
    <div ref={banner} role="alert" aria-labelledby={id} className={styles.banner} tabIndex={-1}>
      <h2 id={id} className={styles.title} data-wrong>
        {title}
      </h2>
      {children}
      <SupportContact />
    </div>
  );
}
