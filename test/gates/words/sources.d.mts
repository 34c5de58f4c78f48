import type ts from 'typescript'

export const ROOT: string
export function parseText(name: string, text: string): ts.SourceFile
export function readFolders(...folders: readonly string[]): { path: string; text: string }[]
export function parseFolder(folder: string): ts.SourceFile[]
export function locate(source: ts.SourceFile, position: number): string
