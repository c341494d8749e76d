export {
  default,
  ErrorBoundary,
  handle,
  links,
  meta,
} from "~/features/public/unknown-address-route";
export { action, loader } from "~/features/public/unknown-address-route.server";
