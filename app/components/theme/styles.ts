// The one style sheet: Mantine's own first, one file per component in use, then the house style.
import "@mantine/core/styles/default-css-variables.css";
import "@mantine/core/styles/UnstyledButton.css";
import "@mantine/core/styles/Button.css";
import "@mantine/core/styles/Input.css";
import "@mantine/core/styles/InlineInput.css";
import "@mantine/core/styles/Checkbox.css";
import "@mantine/core/styles/Switch.css";
import "@mantine/core/styles/VisuallyHidden.css";
import "./tokens.css";
import "./base.css";
import "./adjust.css";
import "./frame.css";
import "./cookie-notice.css";
import "./disc.css";
import "./wood-side.css";
