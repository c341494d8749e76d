export {
  default,
  handle,
  links,
  meta,
} from "~/features/public/unknown-address-route";
export { action, loader } from "~/features/public/unknown-address-route.server";
export { ErrorBoundary } from "~/ui/error-page";
