import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { Desk } from './desk'

export const DeskContext = createContext<Desk>(new Desk(''))

export const useDesk = () => useContext(DeskContext)
