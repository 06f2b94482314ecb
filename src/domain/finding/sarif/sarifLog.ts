import * as z from 'zod';
import { findingModes } from '../findingRow.js';
import { findingSeverities } from '../findingSeverity.js';

/**
 * The part of SARIF 2.1.0 that is read. Everything else (code flows, graphs, taxonomies, …) is passed over; what is here is read
 * leniently, because tools leave out what they should not, and write null instead of leaving a field out.
 */
const optional = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().transform(value => value ?? undefined);

const text = z.string();
const index = z.int();
const message = z.object({
  text: optional(text),
  id: optional(text),
  arguments: optional(z.array(text)),
});
const properties = z.record(z.string(), z.unknown());

const rule = z.object({
  id: optional(text),
  name: optional(text),
  shortDescription: optional(message),
  messageStrings: optional(z.record(z.string(), message)),
  defaultConfiguration: optional(z.object({ level: optional(text) })),
  properties: optional(properties),
});
export type SarifRule = z.output<typeof rule>;

const component = z.object({
  name: optional(text),
  rules: optional(z.array(rule)),
  globalMessageStrings: optional(z.record(z.string(), message)),
});

const artifactLocation = z.object({ uri: optional(text), uriBaseId: optional(text), index: optional(index) });
export type SarifArtifactLocation = z.output<typeof artifactLocation>;

const region = z.object({ startLine: optional(index), endLine: optional(index), endColumn: optional(index) });
export type SarifRegion = z.output<typeof region>;

const result = z.object({
  ruleId: optional(text),
  ruleIndex: optional(index),
  rule: optional(
    z.object({
      id: optional(text),
      index: optional(index),
      toolComponent: optional(z.object({ index: optional(index) })),
    }),
  ),
  kind: optional(text),
  level: optional(text),
  message: optional(message),
  locations: optional(
    z.array(
      z.object({
        physicalLocation: optional(
          z.object({ artifactLocation: optional(artifactLocation), region: optional(region) }),
        ),
      }),
    ),
  ),
  partialFingerprints: optional(z.record(z.string(), text)),
  fingerprints: optional(z.record(z.string(), text)),
  suppressions: optional(z.array(z.object({ status: optional(text) }))),
  baselineState: optional(text),
  fixes: optional(z.array(z.object({ description: optional(message) }))),
  properties: optional(properties),
});
export type SarifResult = z.output<typeof result>;

const run = z.object({
  tool: z.object({ driver: component, extensions: optional(z.array(component)) }),
  results: optional(z.array(result)),
  artifacts: optional(z.array(z.object({ location: optional(artifactLocation) }))),
  originalUriBaseIds: optional(z.record(z.string(), artifactLocation)),
});
export type SarifRun = z.output<typeof run>;

export const sarifLog = z.object({ version: z.string(), runs: z.array(run) });

/** Under this name a finding's own fingerprint travels in `partialFingerprints`. */
export const ownFingerprint = 'stateroom/v1';
/** Under this name what SARIF has no word for travels in `properties`. */
export const ownProperties = 'stateroom';
/** The rule of a finding that has none: the standard asks for one. */
export const ownRule = 'stateroom/remark';
/** The tool's name for what no tool has found. */
export const ownTool = 'Stateroom';

/** Our own properties of a result. */
export const ownPropertiesSchema = z.object({
  mode: z.enum(findingModes).optional(),
  severity: z.enum(findingSeverities).optional().catch(undefined),
  fix: z.string().nullish(),
  key: z.string().nullish(),
});
