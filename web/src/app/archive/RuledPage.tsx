import { RulesPage } from "../../features/rules/RulesPage.tsx";
import { Frame } from "./Frame.tsx";

/** The page of rules. */
export const RuledPage = () => (
  <Frame>
    <RulesPage />
  </Frame>
);
