export {
  clientLoader,
  default,
  ErrorBoundary,
  handle,
  meta,
} from "~/features/wizard/success/success-route";
export { loader } from "~/features/wizard/success/success-route.server";
