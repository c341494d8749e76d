import { createTheme } from "@mantine/core";

/**
 * The house style for Mantine. Its colours, sizes and faces are CSS variables in tokens.css, so
 * that dark mode follows the system without any script.
 */
export const theme = createTheme({
  primaryColor: "mahogany",
  colors: {
    // Only the names matter here: the values are the variables of tokens.css.
    mahogany: [
      "#faf1ec",
      "#f0dbd0",
      "#e2b8a5",
      "#d49377",
      "#c77654",
      "#bf643e",
      "#84371f",
      "#6f2d19",
      "#5c2415",
      "#4a1c10",
    ],
  },
  defaultRadius: "md",
  components: {
    TextInput: { defaultProps: { size: "md" } },
    NativeSelect: { defaultProps: { size: "md" } },
    InputWrapper: { defaultProps: { size: "md" } },
    Checkbox: { defaultProps: { size: "md" } },
    Switch: { defaultProps: { size: "md" } },
    Radio: { defaultProps: { size: "md" } },
    Button: { defaultProps: { size: "md" } },
  },
});
