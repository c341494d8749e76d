import { createTheme, type MantineColorsTuple } from "@mantine/core";

/** All shades are the accent of `tokens.css`, which follows the system's colour scheme without script. */
const mahogany: MantineColorsTuple = [
  "var(--accent-wash)",
  "var(--accent-wash)",
  "var(--accent-wash)",
  "var(--accent)",
  "var(--accent)",
  "var(--accent)",
  "var(--accent)",
  "var(--accent-strong)",
  "var(--accent-strong)",
  "var(--accent-strong)",
];

/**
 * What Mantine's components look like by default. Colours, fonts and spaces are CSS variables of `tokens.css`;
 * what no property can say is in `mantine.css`.
 */
export const theme = createTheme({
  primaryColor: "mahogany",
  colors: { mahogany },
  components: {
    Input: { defaultProps: { size: "md" } },
    InputWrapper: { defaultProps: { size: "md" } },
    Checkbox: { defaultProps: { size: "md" } },
    Radio: { defaultProps: { size: "md" } },
    Switch: { defaultProps: { size: "md" } },
  },
});
